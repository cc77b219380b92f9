/** Integers of 64 bits: what INTEGER values are, before and after compilation. */
import type { Integer } from './values.ts';

/** The least and the greatest INTEGER. */
export const LEAST_INTEGER = -(2n ** 63n);
export const GREATEST_INTEGER = 2n ** 63n - 1n;
const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const GREATEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The INTEGER of a bigint; null when it does not fit in 64 bits. Comparing bigints is slow: only those that are needed. */
export function integer64(value: bigint): Integer | null {
  if (value > GREATEST_SAFE) return value > GREATEST_INTEGER ? null : value;
  if (value < LEAST_SAFE) return value < LEAST_INTEGER ? null : value;
  return Number(value);
}

/** The same of a bigint that is known to fit: a number when it is a safe integer. */
export function normalInteger(value: bigint): Integer {
  return value > GREATEST_SAFE || value < LEAST_SAFE ? value : Number(value);
}
