import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { parseDocument } from '../../library/ordered-json.ts';
import { findWriters, readLines, type WriterFiles } from '../log/read-log.ts';

/** A record as far as replay reads it; see docs/evidence.md. */
export interface LogRecord {
  readonly time: string;
  readonly kind: string;
  readonly decision_id?: string;
  readonly actor?: string;
  readonly ruleset?: string;
  readonly ruleset_hash?: string;
  readonly session_id?: string;
  readonly session_sequence?: number;
  /** Numbers that a change took; left out when it is one. */
  readonly session_entries?: number;
  readonly fleet?: string;
  readonly fleet_sequence?: number;
  readonly memory_hash?: string;
  readonly clock?: number;
  /** Host facts, before the input. */
  readonly host_input?: readonly FactInput[];
  readonly input?: readonly FactInput[];
  /** The parts of the document that rules read, in addition to the facts. */
  readonly document?: unknown;
  readonly decision?: string | null;
  readonly reason?: string | null;
  readonly rule_trace?: readonly string[];
  readonly module_trace?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  /** Sums of its budgets; left out for what does not count. */
  readonly budgets?: readonly RecordedSum[];
  /** Its place in the order of all that changed sums; left out for what changed none. */
  readonly record_sequence?: number;
  /** Milliseconds since 1970, and the ruleset whose budgets it used. */
  readonly counted_at?: number;
  readonly counted_in?: string;
  /** Nothing was done on it. */
  readonly preview?: true;
  /** For a reservation: the settled amounts. */
  readonly settled?: readonly { readonly budget: string; readonly key: unknown; readonly amount: string }[];
  /** For a reset. */
  readonly budget?: string;
  readonly error?: { readonly code: string; readonly detail: string };
  readonly operation?: FactsOperation;
  readonly obligations?: readonly unknown[];
  /** Values of sensitive slots are masked, in whatever may hold some. */
  readonly masked?: true;
  /** Members as they were before. */
  readonly sealed?: string;
  /** Time zone data version of the process that wrote it, from the head of the file. */
  readonly time_zones?: string;
}

/** Sums of a key before a decision. Integers are texts. */
export interface RecordedSum {
  readonly budget: string;
  readonly key: unknown;
  readonly requested: string;
  readonly used: string;
  readonly reserved: string;
  readonly window_start: number | null;
  readonly sliding?: true;
  /** The amount is held, and not used at once. */
  readonly holds?: true;
}

/** A change of the facts of a session or a fleet. */
export type FactsOperation =
  | FactInput
  | { readonly retract: string; readonly filter: Readonly<Record<string, unknown>> | null }
  | { readonly end: true };

/**
 * The records of logs in order of time; of the same millisecond changes of facts come first, and then those of a lower
 * number. Lines that are not records are skipped: `ferrule audit verify` checks that a log is complete.
 */
export function* readRecords(paths: readonly string[]): Generator<LogRecord> {
  const streams = paths
    .flatMap((path) => findWriters(path))
    .map((files) => {
      const records = recordsOf(files);
      return { records, next: take(records) };
    });
  for (;;) {
    let first: (typeof streams)[number] | null = null;
    for (const stream of streams) {
      if (stream.next === null) continue;
      if (first === null || first.next === null || isBefore(stream.next, first.next)) first = stream;
    }
    if (first === null || first.next === null) return;
    yield first.next;
    first.next = take(first.records);
  }
}

function take(records: Generator<LogRecord>): LogRecord | null {
  const { done, value } = records.next();
  return done === true ? null : value;
}

function isBefore(a: LogRecord, b: LogRecord): boolean {
  if (a.time !== b.time) return a.time < b.time;
  const numbers = (a.session_sequence ?? 0) - (b.session_sequence ?? 0);
  return numbers === 0 ? a.kind === 'facts' && b.kind !== 'facts' : numbers < 0;
}

function* recordsOf({ paths }: WriterFiles): Generator<LogRecord> {
  for (const path of paths) {
    let zones: string | undefined;
    for (const line of readLines(path)) {
      const record = parse(line.toString('utf8'));
      if (record?.kind === 'file') zones = record.time_zones;
      else if (record !== null)
        yield zones === undefined ? record : Object.assign(record, { time_zones: zones });
    }
  }
}

function parse(line: string): LogRecord | null {
  try {
    const value = parseDocument(line);
    return typeof value === 'object' && value !== null && 'kind' in value && 'time' in value
      ? (value as LogRecord)
      : null;
  } catch {
    return null;
  }
}
