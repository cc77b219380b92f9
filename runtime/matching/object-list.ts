/**
 * A new list that objects will come into. V8 takes an empty list for one of small integers until the first object is in
 * it, and code that was compiled for lists of objects is thrown away when it meets such a list: that of every engine
 * which is made after V8 has compiled what evaluates.
 */
export function objectList<T>(): T[] {
  const list: (T | null)[] = [null];
  list.length = 0;
  return list as T[];
}
