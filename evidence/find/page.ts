import { isSought, readDecision, DECISION_KINDS, type DecisionFilter } from './filter.ts';
import { shownRecord } from './shown-record.ts';

/** A query for decisions, newest first. */
export interface PageQuery {
  readonly filter: DecisionFilter;
  readonly limit: number;
  /** The `next` of an earlier page, or null. */
  readonly cursor: string | null;
}

/** A part of the decisions that a reader looks for. */
export interface DecisionPage {
  /** JSON texts of the records. */
  readonly records: readonly string[];
  /** `null` if there are no more. */
  readonly next: string | null;
  /** All records from here on were looked at. RFC 3339. */
  readonly scannedTo: string;
}

/** The proof that a record is in the log, or why there is none. */
export type DecisionProof =
  { readonly ok: true; readonly proof: string } | { readonly ok: false; readonly problem: string };

/** Bytes of the log that one page reads, and of the records that it holds. */
export const MOST_READ_BYTES = 8 * 1024 * 1024;
const MOST_PAGE_BYTES = 4 * 1024 * 1024;
/** Records are written a little later than the time that they name. */
export const LATE_MS = 60_000;
/** The same between an identifier and its record. */
export const LATE_ID_MS = 5_000;
const LAST_TIME = Date.UTC(9999, 0);

/** A page while it is filled. */
interface OpenPage {
  readonly isFull: boolean;
  /** Lines that were looked at. */
  readonly lines: number;
  /** Looks at the next line of the log. */
  readonly add: (time: string, kind: string, text: () => string) => void;
  readonly end: (next: string | null) => DecisionPage;
}

export function newPage({ filter, limit }: PageQuery): OpenPage {
  const records: string[] = [];
  let oldest: string | null = null;
  let bytes = 0;
  let lines = 0;
  return {
    get isFull() {
      return records.length >= limit || bytes >= MOST_PAGE_BYTES;
    },
    get lines() {
      return lines;
    },
    add(time, kind, text) {
      lines++;
      if (oldest === null || time < oldest) oldest = time;
      if (!DECISION_KINDS.has(kind)) return;
      const line = text();
      const record = readDecision(line);
      const shown = record !== null && isSought(record, filter) ? shownRecord(line) : null;
      if (shown === null) return;
      records.push(shown);
      bytes += shown.length;
    },
    end(next) {
      const reached = next === null ? filter.from : oldest;
      return { records, next, scannedTo: reached ?? oldest ?? filter.to ?? moved(Date.now(), 0) };
    },
  };
}

/** A time a little earlier or later. */
export function moved(time: string | number, milliseconds: number): string {
  const moment = Math.max(0, Math.min(new Date(time).getTime() + milliseconds, LAST_TIME));
  return new Date(moment).toISOString();
}
