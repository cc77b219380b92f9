/**
 * Keys that some readers of JSON take for one another: Go's `encoding/json` and others match keys without regard to case.
 */
import { isRecord } from './is-record.ts';

/**
 * Returns one text for all keys that are equal under Unicode case folding. Coarser than simple folding, so that a reader
 * that folds fully (`ß` and `ss`) is covered, too.
 */
export function foldKey(key: string): string {
  return key.toLowerCase().toUpperCase();
}

/** Reports a key that a folding reader takes for one of the known members, though it is none; null if there is none. */
export function foldsToKnown(keys: Iterable<string>, known: ReadonlySet<string>): string | null {
  const folded = new Map([...known].map((name) => [foldKey(name), name]));
  for (const key of keys) {
    const name = folded.get(foldKey(key));
    if (name !== undefined && !known.has(key)) return mistaken(key, name);
  }
  return null;
}

/** Reports two keys of one object, at any depth, that a folding reader takes for one; null if there are none. */
export function foldedTwice(value: unknown): string | null {
  if (Array.isArray(value)) return firstProblem(value, foldedTwice);
  if (!isRecord(value)) return null;
  const seen = new Map<string, string>();
  for (const key of Object.keys(value)) {
    const folded = foldKey(key);
    const other = seen.get(folded);
    if (other !== undefined) return mistaken(key, other);
    seen.set(folded, key);
  }
  return firstProblem(Object.values(value), foldedTwice);
}

export function firstProblem<T>(items: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}

export function mistaken(key: string, name: string): string {
  return `the key ${JSON.stringify(key)} could be read as ${JSON.stringify(name)}`;
}
