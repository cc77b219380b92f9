/** Lines of the decision log, kept in the transaction of what they record until the log has them. */
import type { AskedDecision, KeySums, Reservation } from './ledger.ts';
import { keyOfNumber, type LedgerRecords } from './records.ts';

export interface LogLine {
  /** Its place in the order of all that changed sums. */
  readonly sequence: number;
  /** Members of the record. */
  readonly text: string;
}

const META = 'meta';
const SEQUENCE = 'sequence';
const LINES = 'line';

export function nextSequence(records: LedgerRecords): number {
  const sequence = Number(records.get(META, SEQUENCE) ?? 0) + 1;
  records.put(META, SEQUENCE, String(sequence));
  return sequence;
}

/** Keeps a line; null if nothing is recorded. `record`: its first members. */
export function keepLine(
  records: LedgerRecords,
  sequence: number,
  record: string | null,
  members: object,
): LogLine | null {
  const line = lineOf(sequence, record, members);
  if (line !== null) records.put(LINES, keyOfNumber(sequence), line.text);
  return line;
}

/** A line; null if nothing is recorded. `record`: its first members. */
export function lineOf(sequence: number, record: string | null, members: object): LogLine | null {
  if (record === null) return null;
  const rest = JSON.stringify({ record_sequence: sequence, ...members });
  return { sequence, text: `${record},${rest.slice(1, -1)}` };
}

type RecordedOf = Pick<AskedDecision, 'ruleset'> & {
  readonly idempotency: Pick<AskedDecision['idempotency'], 'key'>;
};

/** What the record of a decision says about its budgets. */
export function recordedDecision(
  { ruleset, idempotency: { key } }: RecordedOf,
  time: number,
  sums: readonly KeySums[],
): object {
  return { idempotency_key: key, counted_in: ruleset, counted_at: time, budgets: recordedSums(sums) };
}

/** Lines that the log is not known to have. */
export function keptLines(records: LedgerRecords): readonly LogLine[] {
  return records.from(LINES, '').map(([key, text]) => ({ sequence: Number(key), text }));
}

/** The log has these. */
export function dropLines(records: LedgerRecords, sequences: readonly number[]): void {
  for (const sequence of sequences) records.remove(LINES, keyOfNumber(sequence));
}

/** The sums as a record has them: without sensitive values. Integers are texts. */
export function recordedSums(sums: readonly KeySums[]): readonly object[] {
  return sums.map(({ budget, shown, requested, used, reserved, limit, exceeded, over, holds, ...sum }) => ({
    budget,
    key: JSON.parse(shown) as unknown,
    requested,
    used,
    reserved,
    limit,
    window_start: sum.windowStart,
    ...(sum.windowStart !== null && sum.windowEnd === null ? { sliding: true } : {}),
    exceeded,
    ...(holds ? { holds } : {}),
    ...(over ? { over } : {}),
  }));
}

/** The settled keys as a record has them. */
export function recordedSettled({ settled }: Reservation): readonly object[] {
  return settled.map(({ budget, shown, reserved, amount }) => ({
    budget,
    key: JSON.parse(shown) as unknown,
    reserved,
    amount,
  }));
}
