/** The sums of budgets, rebuilt from the records of all that changed them and compared with what the records say. */
import { memoryRecords } from '../../store/budgets/records.ts';
import { addSums, dropSums, sumsFrom } from '../../store/budgets/sums.ts';
import type { LogRecord, RecordedSum } from './log-records.ts';

export interface RebuiltSums {
  /** Sums of keys that were compared. */
  count: number;
  differences: number;
  /** Numbers of records between others that the log lacks. */
  missing: number;
  /** The log begins later than its store: sums from before are unknown, and nothing is compared. */
  isPartial: boolean;
}

interface Use {
  readonly id: string;
  /** Its budget, and the keys of that since it began. */
  readonly own: string;
  readonly keys: ReadonlySet<string>;
  readonly time: number;
  readonly used: bigint;
  readonly held: bigint;
}

/** Reads all records once. */
export function rebuildSums(records: Iterable<LogRecord>): RebuiltSums {
  const bySequence = new Map<number, LogRecord>();
  // A line that was in doubt may be there twice.
  for (const record of records)
    if (record.record_sequence !== undefined) bySequence.set(record.record_sequence, record);
  const sorted = [...bySequence].sort(([a], [b]) => a - b);
  const [first, last] = [sorted[0]?.[0] ?? 1, sorted.at(-1)?.[0] ?? 0];
  const missing = Math.max(0, last - first + 1 - sorted.length);
  if (first > 1) return { count: 0, differences: 0, missing, isPartial: true };
  const rebuilt = { count: 0, differences: 0, missing, isPartial: false };
  const book = new Book();
  for (const [, record] of sorted) {
    for (const isSame of book.follow(record)) {
      rebuilt.count++;
      if (!isSame) rebuilt.differences++;
    }
  }
  return rebuilt;
}

class Book {
  readonly #sums = memoryRecords();
  /** Uses of each decision, by budget and key. */
  readonly #decisions = new Map<string, Map<string, Use>>();
  /** Keys of each budget. */
  readonly #keys = new Map<string, Set<string>>();

  /** Compares the sums of a record, and adds what it changed. */
  follow(record: LogRecord): readonly boolean[] {
    switch (record.kind) {
      case 'decision':
        return this.#decide(record);
      case 'reservation':
        this.#settle(record);
        return [];
      case 'budget_reset':
        this.#reset(record);
        return [];
      default:
        return [];
    }
  }

  #decide(record: LogRecord): readonly boolean[] {
    const { decision_id: decision = '', counted_at: time = 0, budgets = [] } = record;
    const uses = new Map<string, Use>();
    this.#decisions.set(decision, uses);
    // All sums are those before the decision.
    const compared = budgets.map((sum) => {
      const { used, held } = sumsFrom(this.#sums, this.#idOf(record, sum), from(sum));
      return String(used) === sum.used && String(held) === sum.reserved;
    });
    for (const sum of budgets) {
      const id = this.#idOf(record, sum);
      const [used, held] = sum.holds === true ? [0n, BigInt(sum.requested)] : [BigInt(sum.requested), 0n];
      addSums(this.#sums, id, time, { used, held });
      const own = ownOf(record, sum);
      uses.set(useOf(sum), { id, own, keys: this.#keys.get(own)!, time, used, held });
    }
    return compared;
  }

  #settle({ decision_id: decision = '', settled = [] }: LogRecord): void {
    const uses = this.#decisions.get(decision);
    for (const each of settled) {
      const use = uses?.get(useOf(each));
      if (uses === undefined || use === undefined) continue;
      const used = BigInt(each.amount);
      // A hold from before a reset counts nothing after it.
      if (this.#keys.get(use.own) === use.keys)
        addSums(this.#sums, use.id, use.time, { used: used - use.used, held: -use.held });
      uses.set(useOf(each), { ...use, used, held: 0n });
    }
  }

  #reset({ ruleset = '', budget = '' }: LogRecord): void {
    const own = JSON.stringify([ruleset, budget]);
    for (const id of this.#keys.get(own) ?? []) dropSums(this.#sums, id);
    this.#keys.delete(own);
  }

  #idOf(record: LogRecord, sum: RecordedSum): string {
    const { key, window_start: start } = sum;
    const own = ownOf(record, sum);
    // Only a window without a start is a session's.
    const id = JSON.stringify([own, key, start === null ? record.session_id : null]);
    const keys = this.#keys.get(own) ?? new Set();
    this.#keys.set(own, keys.add(id));
    return id;
  }
}

const ownOf = ({ counted_in: ruleset = '' }: LogRecord, { budget }: RecordedSum): string =>
  JSON.stringify([ruleset, budget]);

/** A sliding window begins behind its start, a calendar window with it. */
function from({ window_start: start, sliding }: RecordedSum): number {
  if (start === null) return 0;
  return sliding === true ? start + 1 : start;
}

const useOf = ({ budget, key }: { readonly budget: string; readonly key: unknown }): string =>
  JSON.stringify([budget, key]);
