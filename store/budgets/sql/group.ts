/** Requests as the database function takes them, and its replies. */
import { createHash } from 'node:crypto';
import { budgetId, keptKey, keyIdOf } from '../kept-keys.ts';
import { BY_NODE } from '../node-digests.ts';
import { idempotencyOf } from '../ledger-book.ts';
import type { AskedDecision } from '../ledger.ts';
import { boundsOf } from '../window.ts';
import type { BudgetWindow } from '../../../runtime/budget-info.ts';
import type { SqlValue } from '../../store.ts';
import type { KeptAsked, ShownUse } from './decisions.ts';
import type { LedgerDatabase } from './database.ts';

/** A request in a group. */
export interface Grouped {
  readonly asked: AskedDecision;
  readonly uses: readonly ShownUse[];
  /** Time that it was made for: its calendar windows are those around it. */
  readonly around: number;
  /** It may use budgets whose uses mean something else: none of them is live. For previews. */
  readonly anyShape: boolean;
}

export type GroupReply =
  | {
      readonly kind: 'decided';
      readonly counted: boolean;
      readonly sequence: number | null;
      /** The sums of each use before it. */
      readonly used: readonly string[];
      readonly held: readonly string[];
    }
  | { readonly kind: 'known' | 'same'; readonly digest: string; readonly decision: string }
  | { readonly kind: 'shape' | 'again' | 'unapproved' };

/** `"due"`: nothing was done, because holds are to end first. */
export type CountReply = 'due' | { readonly time: number; readonly replies: readonly GroupReply[] };

interface GroupCall extends Pick<LedgerDatabase, 'writer' | 'process'> {
  /** Lines that the log has. */
  readonly logged: readonly number[];
  readonly now: number | null;
  /** False if nothing is to count. */
  readonly writes: boolean;
  readonly endsHolds: boolean;
}

export const COUNT =
  'SELECT ferrule.budget_count($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)::text AS reply';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Locks are numbers of 64 bits. */
export const lockOf = (ruleset: string, budget: string): string =>
  String(digestOf(budgetId(BY_NODE, ruleset, budget)).readBigInt64BE());

/** Identifies what uses mean. */
export const shapeId = (shape: string): string => digestOf(shape).toString('hex').slice(0, 32);

/** Parameters of COUNT. */
export function parametersOf(group: readonly Grouped[], call: GroupCall): readonly SqlValue[] {
  const owners = new Map<string, string>();
  const locks = new Map<string, bigint>();
  for (const { asked, uses } of group)
    for (const use of uses) {
      const owner = budgetId(BY_NODE, asked.ruleset, use.budget);
      owners.set(keyIdOf(BY_NODE, asked, use), owner);
      if (!locks.has(owner)) locks.set(owner, BigInt(lockOf(asked.ruleset, use.budget)));
    }
  const keys = [...owners.keys()].sort();
  // The database counts from 1.
  const places = new Map(keys.map((key, i) => [key, i + 1]));
  const infos = new Map<string, number>();
  const items = group.map((each) => itemOf(each, places, infos));
  const sorted = [...new Set(locks.values())].sort((a, b) => (a < b ? -1 : 1));
  return [
    JSON.stringify(items),
    items.map(({ request }) => request),
    keys,
    keys.map((key) => owners.get(key)!),
    [...infos.keys()],
    sorted.map(String),
    call.logged,
    call.writer,
    call.process,
    call.now,
    call.endsHolds,
    call.writes,
  ];
}

function itemOf(
  { asked, uses, around, anyShape }: Grouped,
  places: ReadonlyMap<string, number>,
  infos: Map<string, number>,
) {
  const { id, ruleset, session, approval, response, record } = asked;
  const kept: KeptAsked = { id, ruleset, session, key: asked.idempotency.key, uses };
  const reserves = uses.flatMap(({ reserve }) => reserve ?? []);
  return {
    id,
    request: idempotencyOf(BY_NODE, asked),
    digest: asked.idempotency.digest,
    allowed: asked.isAllowed,
    any_shape: anyShape,
    approval:
      approval === null
        ? null
        : {
            id: approval.id,
            call: approval.callId,
            hash: approval.rulesetHash,
            now: new Date(approval.now).toISOString(),
          },
    ttl: reserves.length === 0 ? null : Math.max(...reserves.map(({ ttlMs }) => ttlMs)),
    asked: JSON.stringify(kept),
    response,
    record,
    uses: uses.map((use) => ({
      key: places.get(keyIdOf(BY_NODE, asked, use)),
      budget: budgetId(BY_NODE, ruleset, use.budget),
      info: placeOf(infos, JSON.stringify(keptKey(asked, use, use.shown))),
      shape: shapeId(use.shape),
      amount: use.amount,
      limit: use.limit,
      known: use.isKnown,
      approved: use.isApproved,
      overflows: use.overflows,
      holds: use.reserve !== null,
      ...windowOf(use.window, around),
    })),
  };
}

function placeOf(infos: Map<string, number>, info: string): number {
  const place = infos.get(info) ?? infos.size + 1;
  infos.set(info, place);
  return place;
}

/** A window whose time the database chooses. Of a calendar it gets three successive ones: time zones are known here alone. */
function windowOf(window: BudgetWindow, around: number): { span?: number; starts?: readonly number[] } {
  switch (window.kind) {
    case 'session':
      return {};
    case 'sliding':
      return { span: window.ms };
    case 'calendar': {
      const { start, end } = boundsOf(window, around);
      const { start: earlier } = boundsOf(window, start! - 1);
      const { end: later } = boundsOf(window, end!);
      return { starts: [earlier!, start!, end!, later!] };
    }
  }
}
