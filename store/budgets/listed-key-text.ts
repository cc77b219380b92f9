import { timeText } from './decision-text.ts';
import type { ListedKey } from './ledger.ts';

/** JSON text of a key with its sums. Integers keep all their digits. */
export function listedKeyText({
  session,
  key,
  used,
  reserved,
  windowStart,
  windowEnd,
  ...of
}: ListedKey): string {
  const head = { ruleset: of.ruleset, budget: of.budget, session_id: session, window: of.window };
  const times = { window_start: timeText(windowStart), window_end: timeText(windowEnd) };
  return (
    `${JSON.stringify(head).slice(0, -1)},"key":${key},"used":${used},"reserved":${reserved},"limit":${of.limit ?? 'null'},` +
    JSON.stringify(times).slice(1)
  );
}
