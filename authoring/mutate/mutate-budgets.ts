import { isMap, isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { instead, namedBodies, pairOf, rewritten, without, withoutPair, type Add } from './edits.ts';
import { mutateElements } from './mutate-elements.ts';
import { mutateShortLeft } from './mutate-short-left.ts';
import { nearNumbers } from './near-numbers.ts';

const DURATION = /^(\d+)([smhd])$/;
const CALENDAR = /^(day|month)\s+(\S+)$/;
const CONSTANT = /^\$?const\.([A-Za-z_][\w-]*)/;
/** Longer than what a session lasts in a suite. */
const LONG = '365d';

/** Changes of a budget: its limit, window, keys, amount and condition, and what it does above the limit. */
export function mutateBudgets(root: YAMLMap, source: Source, add: Add): void {
  const budgets = namedBodies(root.get('budgets'));
  const all = pairOf(root, 'budgets');
  for (const { body, name, place, remove } of budgets) {
    if (!isMap(body) || all === undefined) continue;
    add(place, name, 'without the budget', budgets.length > 1 ? remove : withoutPair(root, all));
    const change: Change = { body, name, add };
    mutateLimit(root, change);
    mutateWindow(change);
    mutateKeys(change);
    mutateAmount(change);
    mutateExceeded(change);
    mutateReserve(change);
    mutateElements(body.get('when'), name, add);
    mutateShortLeft(body, name, source, add);
  }
}

interface Change {
  readonly body: YAMLMap;
  readonly name: string;
  readonly add: Add;
}

/** A number, or the constants that it comes from. */
function mutateLimit(root: YAMLMap, { body, name, add }: Change): void {
  const limit = body.get('limit', true);
  if (!isScalar(limit)) return;
  const [, constant] = CONSTANT.exec(String(limit.value)) ?? [];
  const constants = root.get('constants');
  const values = constant === undefined || !isMap(constants) ? limit : constants.get(constant, true);
  if (isMap(values)) {
    for (const { key, value } of values.items)
      nearOnes(value, `limit ${constant}[${String(isScalar(key) ? key.value : key)}]`, { name, add });
  } else nearOnes(values, 'limit', { name, add });
}

/** One more and one less. */
function nearOnes(node: unknown, what: string, { name, add }: Pick<Change, 'name' | 'add'>): void {
  if (!isScalar(node) || typeof node.value !== 'number') return;
  for (const near of nearNumbers(String(node.value)))
    add(node, name, `${what} ${near} instead of ${node.value}`, rewritten(node, Number(near)));
}

function mutateWindow({ body, name, add }: Change): void {
  const window = body.get('window', true);
  if (!isScalar(window)) return;
  for (const other of otherWindows(String(window.value).trim()))
    add(window, name, `window ${other} instead of ${String(window.value)}`, rewritten(window, other));
}

/** One unit more and less, the other calendar, the calendar of UTC, and one for all sessions. */
function otherWindows(written: string): readonly string[] {
  if (written === 'session') return [LONG];
  const [, unit, zone] = CALENDAR.exec(written) ?? [];
  if (unit !== undefined) {
    const other = `${unit === 'day' ? 'month' : 'day'} ${zone}`;
    return zone === 'UTC' ? [other] : [other, `${unit} UTC`];
  }
  return otherDurations(written);
}

function otherDurations(written: string): readonly string[] {
  const [, count = '', unit] = DURATION.exec(written) ?? [];
  return unit === undefined ? [] : nearNumbers(count).map((near) => `${near}${unit}`);
}

function mutateKeys({ body, name, add }: Change): void {
  const pair = pairOf(body, 'per');
  if (pair === undefined) return;
  const { value } = pair;
  const paths = isSeq(value) ? value.items : [];
  if (!isSeq(value) || paths.length < 2) {
    add(pair.key, name, 'without `per`', withoutPair(body, pair));
    return;
  }
  for (const path of paths)
    add(path, name, `without ${String(isScalar(path) ? path.value : path)} in \`per\``, without(value, path));
}

function mutateAmount({ body, name, add }: Change): void {
  const pair = pairOf(body, 'amount');
  if (pair === undefined) return;
  nearOnes(pair.value, 'amount', { name, add });
  const isOne = isScalar(pair.value) && pair.value.value === 1;
  if (!isOne) add(pair.key, name, 'without `amount`', withoutPair(body, pair));
}

function mutateExceeded({ body, name, add }: Change): void {
  const written = body.get('on_exceed', true);
  const old = isScalar(written) ? String(written.value) : 'deny';
  const other = old === 'deny' ? 'escalate' : 'deny';
  const change = isScalar(written) ? rewritten(written, other) : instead(body, 'on_exceed', other);
  add(isScalar(written) ? written : body, name, `on_exceed ${other} instead of ${old}`, change);
}

function mutateReserve({ body, name, add }: Change): void {
  const pair = pairOf(body, 'reserve');
  const reserve = pair?.value;
  if (pair === undefined || !isMap(reserve)) return;
  add(pair.key, name, 'without `reserve`', withoutPair(body, pair));
  const ttl = reserve.get('ttl', true);
  if (isScalar(ttl))
    for (const other of otherDurations(String(ttl.value)))
      add(ttl, name, `ttl ${other} instead of ${String(ttl.value)}`, rewritten(ttl as Scalar, other));
  const expiry = reserve.get('on_expire', true);
  const old = isScalar(expiry) ? String(expiry.value) : 'keep';
  const other = old === 'keep' ? 'release' : 'keep';
  const change = isScalar(expiry) ? rewritten(expiry, other) : instead(reserve, 'on_expire', other);
  add(isScalar(expiry) ? expiry : reserve, name, `on_expire ${other} instead of ${old}`, change);
}
