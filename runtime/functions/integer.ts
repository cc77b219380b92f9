/** INTEGER arithmetic: signed 64 bits, and an error beyond; plain numbers while they are safe integers. */
import { integer64, normalInteger } from '../values/integer64.ts';
import type { Integer, Value } from '../values/values.ts';
import { divisionByZero, overflow } from './failure.ts';

const BELOW_64_BITS = 2 ** 63;

/** The INTEGER that a function makes. */
function checked(value: bigint, name: string): Integer {
  const fitting = integer64(value);
  if (fitting === null) throw overflow(name);
  return fitting;
}

/**
 * `<` of two. A bigint lies beyond every number, so its sign says which of the two is less: V8 leaves its fast paths to
 * compare a number with a bigint.
 */
export function integerLess(a: Integer, b: Integer): boolean {
  if (typeof a === 'number') return typeof b === 'number' ? a < b : b > 0n;
  return typeof b === 'number' ? a < 0n : a < b;
}

/** `<=` of two. */
export function integerAtMost(a: Integer, b: Integer): boolean {
  return !integerLess(b, a);
}

/** True if `value` is less than `c - subtracted` for every `c` from 2 ** 54 up; false if a cheap test cannot decide. */
export function isFarBelow(value: Value, subtracted: Value): boolean {
  return typeof value === 'number' && typeof subtracted === 'number' && subtracted >= 0;
}

export function integerAdd(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checked(BigInt(a) + BigInt(b), '+');
}

export function integerSubtract(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checked(BigInt(a) - BigInt(b), '-');
}

export function integerMultiply(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // Adding zero turns -0, which is not an INTEGER, into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return checked(BigInt(a) * BigInt(b), '*');
}

/** `div`: truncates towards zero. */
export function integerDivide(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero('div');
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
  return checked(BigInt(a) / BigInt(b), 'div');
}

/** `mod`: the remainder has the sign of the dividend. */
export function integerModulo(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero('mod');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  // CLIPS crashes on the least INTEGER divided by -1: the quotient does not fit.
  checked(BigInt(a) / BigInt(b), 'mod');
  return normalInteger(BigInt(a) % BigInt(b));
}

/** `abs`: the least INTEGER has no positive counterpart. */
export function integerAbsolute(a: Integer): Integer {
  if (typeof a === 'number') return Math.abs(a);
  return a < 0n ? checked(-a, 'abs') : a;
}

/** `max` of two: the first unless the second is greater. */
export function integerMaximum(a: Integer, b: Integer): Integer {
  return integerLess(a, b) ? b : a;
}

/** `min` of two: the first unless the second is less. */
export function integerMinimum(a: Integer, b: Integer): Integer {
  return integerLess(b, a) ? b : a;
}

/** A FLOAT cut off at the point, for the function of this name. */
export function truncateFloat(value: number, name: string): Integer {
  const whole = Math.trunc(value);
  if (Number.isSafeInteger(whole)) return whole + 0;
  if (!(whole >= -BELOW_64_BITS && whole < BELOW_64_BITS)) throw overflow(name);
  return normalInteger(BigInt(whole));
}

/** `round`: to the nearest INTEGER, halves away from zero (CLIPS 6.4). */
export function roundFloat(value: number): Integer {
  const size = Math.abs(value);
  const down = Math.floor(size);
  const rounded = size - down >= 0.5 ? down + 1 : down;
  return truncateFloat(value < 0 ? -rounded : rounded, 'round');
}

export function isEven(value: Integer): boolean {
  return typeof value === 'number' ? value % 2 === 0 : value % 2n === 0n;
}
