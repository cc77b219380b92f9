/** Integers of 64 bits: what INTEGER values are, before and after compilation. */
import type { Integer } from './values.ts';

/** The least and the greatest INTEGER. */
export const LEAST_INTEGER = -(2n ** 63n);
export const GREATEST_INTEGER = 2n ** 63n - 1n;
const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const GREATEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function isInteger64(value: bigint): boolean {
  return value >= LEAST_INTEGER && value <= GREATEST_INTEGER;
}

/** The INTEGER of a bigint of 64 bits: a number when it is a safe integer. */
export function normalInteger(value: bigint): Integer {
  return value > GREATEST_SAFE || value < LEAST_SAFE ? value : Number(value);
}
