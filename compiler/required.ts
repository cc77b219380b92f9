/** A value that an earlier phase has put there. Throws TypeError when it has not, which is a bug of the compiler. */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new TypeError(`nothing is known of ${name}`);
  return value;
}

/** The element at a place that the list is known to have. Throws TypeError when it has not, which is a bug of the compiler. */
export function elementAt<T>(list: readonly T[], place: number): T {
  const element = list[place];
  if (element === undefined) throw new TypeError(`a list of ${list.length} has nothing at ${place}`);
  return element;
}

/** Returns the value that a map must have for a key. Throws TypeError if it has none, which is a bug of the compiler. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const entry = map.get(key);
  if (entry === undefined) throw new TypeError(`a map of ${map.size} has nothing of ${String(key)}`);
  return entry;
}
