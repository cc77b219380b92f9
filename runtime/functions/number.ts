/** Arithmetic and comparison of numbers whose type is known only at run time: INTEGER or boxed FLOAT. */
import { FloatValue, type Integer } from '../values/values.ts';
import { divisionByZero } from './failure.ts';
import { floatModulo } from '../values/float.ts';
import {
  integerAbsolute,
  integerAdd,
  integerAtMost,
  integerLess,
  integerModulo,
  integerMultiply,
  integerSubtract,
  roundFloat,
  truncateFloat,
} from './integer.ts';

type NumberValue = Integer | FloatValue;

function float(value: NumberValue): number {
  return value instanceof FloatValue ? value.value : Number(value);
}

/** FLOAT as soon as one of the two is FLOAT. CLIPS counts from zero, so that a sum of negative zeros is zero. */
export function numberAdd(a: NumberValue, b: NumberValue): NumberValue {
  if (a instanceof FloatValue || b instanceof FloatValue) return new FloatValue(0 + float(a) + float(b));
  return integerAdd(a, b);
}

export function numberSubtract(a: NumberValue, b: NumberValue): NumberValue {
  if (a instanceof FloatValue || b instanceof FloatValue) return new FloatValue(float(a) - float(b));
  return integerSubtract(a, b);
}

export function numberMultiply(a: NumberValue, b: NumberValue): NumberValue {
  if (a instanceof FloatValue || b instanceof FloatValue) return new FloatValue(float(a) * float(b));
  return integerMultiply(a, b);
}

export function numberModulo(a: NumberValue, b: NumberValue): NumberValue {
  if (float(b) === 0) throw divisionByZero('mod');
  if (a instanceof FloatValue || b instanceof FloatValue)
    return new FloatValue(floatModulo(float(a), float(b)));
  return integerModulo(a, b);
}

export function numberAbsolute(a: NumberValue): NumberValue {
  if (!(a instanceof FloatValue)) return integerAbsolute(a);
  return a.value < 0 ? new FloatValue(-a.value) : a;
}

/** The first unless the second is greater, each keeping its type. */
export function numberMaximum(a: NumberValue, b: NumberValue): NumberValue {
  return numberLess(a, b) ? b : a;
}

/** The first unless the second is less, each keeping its type. */
export function numberMinimum(a: NumberValue, b: NumberValue): NumberValue {
  return numberLess(b, a) ? b : a;
}

export function numberTruncate(a: NumberValue, name: string): Integer {
  return a instanceof FloatValue ? truncateFloat(a.value, name) : a;
}

export function numberRound(a: NumberValue): Integer {
  return a instanceof FloatValue ? roundFloat(a.value) : a;
}

/** Two INTEGERs are compared exactly, else both as FLOAT. */
export function numberLess(a: NumberValue, b: NumberValue): boolean {
  if (a instanceof FloatValue || b instanceof FloatValue) return float(a) < float(b);
  return integerLess(a, b);
}

/** Not the negation of less: both are false when one number is not a number. */
export function numberAtMost(a: NumberValue, b: NumberValue): boolean {
  if (a instanceof FloatValue || b instanceof FloatValue) return float(a) <= float(b);
  return integerAtMost(a, b);
}

export function numberGreater(a: NumberValue, b: NumberValue): boolean {
  if (a instanceof FloatValue || b instanceof FloatValue) return float(a) > float(b);
  return integerLess(b, a);
}

export function numberAtLeast(a: NumberValue, b: NumberValue): boolean {
  if (a instanceof FloatValue || b instanceof FloatValue) return float(a) >= float(b);
  return integerAtMost(b, a);
}

export function numberEqual(a: NumberValue, b: NumberValue): boolean {
  if (a instanceof FloatValue || b instanceof FloatValue) return float(a) === float(b);
  return a === b;
}
