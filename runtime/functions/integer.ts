/** INTEGER arithmetic: signed 64 bits, wrapping as CLIPS does; plain numbers while they are safe integers. */
import { EvaluationError } from '../errors.ts';
import { normalInteger, type Integer } from '../values.ts';
import { divisionByZero } from './failure.ts';

const LEAST = -(2n ** 63n);
const BELOW_64_BITS = 2 ** 63;

export function integerAdd(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return normalInteger(BigInt(a) + BigInt(b));
}

export function integerSubtract(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return normalInteger(BigInt(a) - BigInt(b));
}

export function integerMultiply(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // Adding zero turns -0, which is no INTEGER, into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return normalInteger(BigInt(a) * BigInt(b));
}

/** `div`: truncates towards zero. */
export function integerDivide(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero('div');
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
  if (a === LEAST && b === -1) throw overflow('div');
  return normalInteger(BigInt(a) / BigInt(b));
}

/** `mod`: the remainder has the sign of the dividend. */
export function integerModulo(a: Integer, b: Integer): Integer {
  if (b === 0) throw divisionByZero('mod');
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
  if (a === LEAST && b === -1) throw overflow('mod');
  return normalInteger(BigInt(a) % BigInt(b));
}

function overflow(name: string): EvaluationError {
  return new EvaluationError(`Over or underflow in function '${name}'`);
}

/** `abs`: the least INTEGER has no positive counterpart and stays as it is. */
export function integerAbsolute(a: Integer): Integer {
  if (typeof a === 'number') return Math.abs(a);
  return a < 0n ? normalInteger(-a) : a;
}

/** `max` of two: the first unless the second is greater. */
export function integerMaximum(a: Integer, b: Integer): Integer {
  return a < b ? b : a;
}

/** `min` of two: the first unless the second is less. */
export function integerMinimum(a: Integer, b: Integer): Integer {
  return a > b ? b : a;
}

/** The C conversion of a FLOAT, as CLIPS does it on 64-bit machines: what does not fit becomes the least INTEGER. */
export function truncateFloat(value: number): Integer {
  const whole = Math.trunc(value);
  if (Number.isSafeInteger(whole)) return whole + 0;
  if (!(whole >= -BELOW_64_BITS && whole < BELOW_64_BITS)) return LEAST;
  return normalInteger(BigInt(whole));
}

/** `round`: to the nearest INTEGER, halves away from zero (CLIPS 6.4). */
export function roundFloat(value: number): Integer {
  const size = Math.abs(value);
  const down = Math.floor(size);
  const rounded = size - down >= 0.5 ? down + 1 : down;
  return truncateFloat(value < 0 ? -rounded : rounded);
}

export function isEven(value: Integer): boolean {
  return typeof value === 'number' ? value % 2 === 0 : value % 2n === 0n;
}
