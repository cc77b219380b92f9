/** Predicates over boxed values. */
import { Fact, FloatValue, SymbolValue, type Value } from '../values/values.ts';

export function isIntegerValue(value: Value): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isFloatValue(value: Value): boolean {
  return value instanceof FloatValue;
}

export function isNumberValue(value: Value): boolean {
  return isIntegerValue(value) || value instanceof FloatValue;
}

export function isStringValue(value: Value): boolean {
  return typeof value === 'string';
}

export function isSymbolValue(value: Value): boolean {
  return value instanceof SymbolValue;
}

export function isLexemeValue(value: Value): boolean {
  return typeof value === 'string' || value instanceof SymbolValue;
}

export function isMultifieldValue(value: Value): boolean {
  return Array.isArray(value);
}

export function isFactValue(value: Value): boolean {
  return value instanceof Fact;
}
