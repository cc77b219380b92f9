/**
 * Sums of a key over time. Amounts lie in buckets of a millisecond, of 32 of them, of 32 of those and so on, so that any window
 * is the sum of a few hundred buckets at most, however many uses it has, and an amount of the past can change.
 */
import { keyOfNumber, type LedgerRecords } from './records.ts';

const FAN = 32;
const LEVELS = 9;
/** Buckets before the window that one use removes of each level. */
const SWEPT = 4;

export interface Sums {
  readonly used: bigint;
  readonly held: bigint;
}

export const NO_SUMS: Sums = { used: 0n, held: 0n };

const shelfOf = (key: string, level: number): string => `sum${level}.${key}`;

function read(text: string | null): Sums {
  const [used = '0', held = '0'] = text === null ? [] : text.split(' ');
  return { used: BigInt(used), held: BigInt(held) };
}

/** Adds to what was used and held at a time. */
export function addSums(records: LedgerRecords, key: string, time: number, change: Sums): void {
  for (let level = 0, size = 1; level < LEVELS; level++, size *= FAN) {
    const shelf = shelfOf(key, level);
    const bucket = keyOfNumber(Math.floor(time / size));
    const { used, held } = read(records.get(shelf, bucket));
    const sums = { used: used + change.used, held: held + change.held };
    if (sums.used === 0n && sums.held === 0n) records.remove(shelf, bucket);
    else records.put(shelf, bucket, `${sums.used} ${sums.held}`);
  }
}

/** The sums of all that lies at this time or later. */
export function sumsFrom(records: LedgerRecords, key: string, from: number): Sums {
  let used = 0n;
  let held = 0n;
  let start = Math.max(0, from);
  for (let level = 0, size = 1; level < LEVELS; level++, size *= FAN) {
    const first = start / size;
    const end = level === LEVELS - 1 ? Infinity : Math.ceil(first / FAN) * FAN;
    if (first === end) continue;
    for (const [bucket, text] of records.from(shelfOf(key, level), keyOfNumber(first), end - first)) {
      if (Number(bucket) >= end) break;
      const sums = read(text);
      used += sums.used;
      held += sums.held;
    }
    start = end * size;
  }
  return { used, held };
}

/** Removes some of what lies before this time for good. */
export function sweepSums(records: LedgerRecords, key: string, before: number): void {
  for (let level = 0, size = 1; level < LEVELS; level++, size *= FAN) {
    const shelf = shelfOf(key, level);
    for (const [bucket] of records.from(shelf, '', SWEPT)) {
      if ((Number(bucket) + 1) * size > before) break;
      records.remove(shelf, bucket);
    }
  }
}

/** Removes all that is known of a key. */
export function dropSums(records: LedgerRecords, key: string): void {
  for (let level = 0; level < LEVELS; level++) {
    const shelf = shelfOf(key, level);
    for (const [bucket] of records.from(shelf, '')) records.remove(shelf, bucket);
  }
}
