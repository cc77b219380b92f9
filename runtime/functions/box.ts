/** From boxed values to plain ones; each names the function and the argument when the type does not fit. */
import {
  Fact,
  FloatValue,
  SymbolValue,
  type Integer,
  type Multifield,
  type Value,
} from '../values/values.ts';
import { wrongType } from './failure.ts';

export function integerOf(value: Value, name: string, position: number): Integer {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw wrongType(name, position, 'integer', value);
}

/** A number as a FLOAT: an INTEGER is converted. */
export function floatOf(value: Value, name: string, position: number): number {
  if (typeof value === 'number') return value;
  if (value instanceof FloatValue) return value.value;
  if (typeof value === 'bigint') return Number(value);
  throw wrongType(name, position, 'integer or float', value);
}

/** A FLOAT; unlike a function, a slot does not take an INTEGER for one. */
export function strictFloatOf(value: Value, name: string, position: number): number {
  if (value instanceof FloatValue) return value.value;
  throw wrongType(name, position, 'float', value);
}

/** The same value, when it is a number. */
export function numberOf(value: Value, name: string, position: number): Integer | FloatValue {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof FloatValue) return value;
  throw wrongType(name, position, 'integer or float', value);
}

/** The characters of a STRING or SYMBOL. */
export function lexemeOf(value: Value, name: string, position: number): string {
  if (typeof value === 'string') return value;
  if (value instanceof SymbolValue) return value.name;
  throw wrongType(name, position, 'symbol or string', value);
}

export function stringOf(value: Value, name: string, position: number): string {
  if (typeof value === 'string') return value;
  throw wrongType(name, position, 'string', value);
}

export function symbolOf(value: Value, name: string, position: number): string {
  if (value instanceof SymbolValue) return value.name;
  throw wrongType(name, position, 'symbol', value);
}

export function multifieldOf(value: Value, name: string, position: number): Multifield {
  if (isMultifield(value)) return value;
  throw wrongType(name, position, 'multifield', value);
}

export function factOf(value: Value, name: string, position: number): Fact {
  if (value instanceof Fact) return value;
  throw wrongType(name, position, 'fact address', value);
}

export function isMultifield(value: Value): value is Multifield {
  return Array.isArray(value);
}
