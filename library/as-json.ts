/**
 * The same value as JSON gives it, integers beyond 2^53 as the nearest number: V8 recompiles for objects that were made in
 * another way than those it has met.
 */
export function asJson<T>(value: T): T {
  const plain = (_key: string, part: unknown): unknown => (typeof part === 'bigint' ? Number(part) : part);
  return JSON.parse(JSON.stringify(value, plain)) as T;
}
