/** Which decisions of a log a reader looks for, and which exist for the reader. */
import { allowsRuleset } from '../../library/ruleset-patterns.ts';

/** All must hold; null: any. Times are RFC 3339 in UTC with milliseconds. */
export interface DecisionFilter {
  /** From this time on. */
  readonly from: string | null;
  /** Before this time. */
  readonly to: string | null;
  readonly decision: string | null;
  /** A rule that fired, as `module::rule`. */
  readonly rule: string | null;
  readonly actor: string | null;
  /** Name of the ruleset. */
  readonly ruleset: string | null;
  readonly hash: string | null;
  /** Patterns of the rulesets that exist for the reader; null: all of them. */
  readonly rulesets: readonly string[] | null;
}

/** A record of a decision as far as it is looked at. */
interface FoundRecord {
  readonly time: string;
  readonly kind: string;
  readonly seq: number;
  readonly decision_id: string;
  readonly decision?: unknown;
  readonly rule_trace?: unknown;
  readonly actor?: unknown;
  readonly ruleset?: unknown;
  readonly ruleset_hash?: unknown;
  readonly served_as?: unknown;
}

/** The beginning of every record, before any text of a caller. */
const HEAD = /"time":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","kind":"(\w+)"/;
const HEAD_CHARACTERS = 200;
/** Records of what was decided, or could not be. */
export const DECISION_KINDS: ReadonlySet<string> = new Set(['decision', 'error']);

/** Time and kind of a record, without reading the rest; null for a line that is not a record. */
export function headOf(line: Buffer | string): { readonly time: string; readonly kind: string } | null {
  const text =
    typeof line === 'string' ? line.slice(0, HEAD_CHARACTERS) : line.toString('latin1', 0, HEAD_CHARACTERS);
  const [, time, kind] = HEAD.exec(text) ?? [];
  return time === undefined || kind === undefined ? null : { time, kind };
}

/** The record of a decision in this line; null for any other line. */
export function readDecision(line: string): FoundRecord | null {
  if (!DECISION_KINDS.has(headOf(line)?.kind ?? '')) return null;
  try {
    const record = JSON.parse(line) as FoundRecord;
    return typeof record.decision_id === 'string' && Number.isSafeInteger(record.seq) ? record : null;
  } catch {
    return null;
  }
}

/** True if the record exists for a reader of these rulesets. What does not say which it was served as exists for no reader of a part. */
export function isSeen({ served_as: name }: FoundRecord, rulesets: readonly string[] | null): boolean {
  return rulesets === null || (typeof name === 'string' && allowsRuleset(rulesets, name));
}

/** True if the record is looked for, and exists for the reader. */
export function isSought(record: FoundRecord, filter: DecisionFilter): boolean {
  const { from, to, decision, rule, actor, ruleset, hash, rulesets } = filter;
  if ((from !== null && record.time < from) || (to !== null && record.time >= to)) return false;
  if (decision !== null && record.decision !== decision) return false;
  if (actor !== null && record.actor !== actor) return false;
  if (ruleset !== null && record.ruleset !== ruleset) return false;
  if (hash !== null && record.ruleset_hash !== hash) return false;
  if (rule !== null && !(Array.isArray(record.rule_trace) && record.rule_trace.includes(rule))) return false;
  return isSeen(record, rulesets);
}

/** Time in an identifier of a decision (RFC 9562, UUID of version 7) in milliseconds; null for any other text. */
export function timeOfId(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
