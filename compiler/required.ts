/** A value that an earlier phase has put there. Throws TypeError when it has not, which is a bug of the compiler. */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new TypeError(`nothing is known of ${name}`);
  return value;
}
