import { MEMORY_DIGESTS, type LedgerDigests } from './digests.ts';

/** Storage of the ledger: shelves of texts in the order of their keys. Writes happen inside a transaction of its owner. */
export interface LedgerRecords {
  readonly get: (shelf: string, key: string) => string | null;
  readonly put: (shelf: string, key: string, value: string) => void;
  readonly remove: (shelf: string, key: string) => void;
  /** Entries from this key on, in order, up to `most`. */
  readonly from: (shelf: string, key: string, most?: number) => readonly (readonly [string, string])[];
  readonly digests: LedgerDigests;
}

const DIGITS = 16;

/** A number as a key: in the order of numbers. */
export const keyOfNumber = (number: number): string => String(number).padStart(DIGITS, '0');

interface Shelf {
  readonly values: Map<string, string>;
  readonly keys: string[];
}

/** Index of the first key that is not before this one. */
function indexOf(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Records in memory: they end with the process. */
export function memoryRecords(): LedgerRecords {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (name: string): Shelf => {
    let shelf = shelves.get(name);
    if (shelf === undefined) shelves.set(name, (shelf = { values: new Map(), keys: [] }));
    return shelf;
  };
  return {
    get: (shelf, key) => shelves.get(shelf)?.values.get(key) ?? null,
    put(name, key, value) {
      const { values, keys } = shelfOf(name);
      if (!values.has(key)) keys.splice(indexOf(keys, key), 0, key);
      values.set(key, value);
    },
    remove(name, key) {
      const { values, keys } = shelfOf(name);
      if (values.delete(key)) keys.splice(indexOf(keys, key), 1);
    },
    from(name, key, most = Infinity) {
      const { values, keys } = shelfOf(name);
      const start = indexOf(keys, key);
      return keys.slice(start, start + most).map((each) => [each, values.get(each)!] as const);
    },
    digests: MEMORY_DIGESTS,
  };
}
