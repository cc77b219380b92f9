/** `eq`: type and value, never converted (clips-order.md, 8). */
import {
  FloatValue,
  sameFloat,
  SymbolValue,
  type FieldValue,
  type Multifield,
  type Value,
} from '../values/values.ts';
import { isMultifield } from './box.ts';

/** `eq` of two values. */
export function sameValue(a: Value, b: Value): boolean {
  if (isMultifield(a)) return isMultifield(b) && sameMultifield(a, b);
  return !isMultifield(b) && sameField(a, b);
}

/** `eq` of two single values. Facts are equal when they are the same fact. */
export function sameField(a: FieldValue, b: FieldValue): boolean {
  if (a === b) return true;
  if (a instanceof SymbolValue) return b instanceof SymbolValue && a.name === b.name;
  return a instanceof FloatValue && b instanceof FloatValue && sameFloat(a.value, b.value);
}

export function sameMultifield(a: Multifield, b: Multifield): boolean {
  return a.length === b.length && a.every((field, i) => sameField(field, b[i]!));
}

export function isSymbol(value: Value, name: string): boolean {
  return value instanceof SymbolValue && value.name === name;
}

export function isFloat(value: Value, float: number): boolean {
  return value instanceof FloatValue && sameFloat(value.value, float);
}

export { sameFloat };
