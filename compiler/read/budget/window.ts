import type { BudgetReserve, BudgetWindow } from '../../../runtime/budget-info.ts';
import { durationMs } from '../../../runtime/values/duration.ts';
import { isZone } from '../../../runtime/values/local-time.ts';
import type { Located } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import { optional, readMap, readText, required, type Shape } from '../fields.ts';
import type { YamlNode } from '../yaml-node.ts';

export const RESERVE: Shape = { owner: '`reserve`', keys: ['ttl', 'on_expire'] };
export const EXPIRIES = ['keep', 'release'] as const;
const CALENDARS = ['day', 'month'] as const;

/** `24h`, `day Europe/Brussels`, `month UTC` or `session`; null (reported) for anything else. */
export function readWindow(node: YamlNode | null, context: ReadContext): Located<BudgetWindow> | null {
  const text = readText(node, context);
  if (text === null) return null;
  const value = windowOf(text.value.trim());
  if (value === null) context.report.add('budget-window', text.at, { text: text.value });
  return value && { value, at: text.at };
}

function windowOf(written: string): BudgetWindow | null {
  if (written === 'session') return { kind: 'session', written };
  const ms = durationMs(written);
  if (ms !== null) return { kind: 'sliding', ms, written };
  const [word = '', zone = '', ...rest] = written.split(/\s+/);
  const unit = CALENDARS.find((known) => known === word);
  if (unit === undefined || rest.length > 0 || !isZone(zone)) return null;
  return { kind: 'calendar', unit, zone, written: `${unit} ${zone}` };
}

/** `{ ttl: 15m, on_expire: keep }` */
export function readReserve(node: YamlNode | null, context: ReadContext): BudgetReserve | null {
  const map = readMap(node, RESERVE, context);
  if (map === null) return null;
  const ttl = readText(required(map, 'ttl', RESERVE, context), context);
  const expiry = readText(optional(map, 'on_expire'), context);
  const ttlMs = ttl && durationMs(ttl.value);
  if (ttl !== null && ttlMs === null) context.report.add('budget-ttl', ttl.at, { text: ttl.value });
  const onExpire = EXPIRIES.find((known) => known === (expiry?.value ?? 'keep'));
  if (expiry !== null && onExpire === undefined)
    context.report.add('budget-word', expiry.at, {
      key: 'on_expire',
      text: expiry.value,
      expected: '`keep` or `release`',
    });
  return ttlMs === null ? null : { ttlMs, onExpire: onExpire ?? 'keep' };
}
