import type { Literal } from '../ruleset.ts';
import type { Code } from '../write/code.ts';

/**
 * Static types: sets of CLIPS types as bits. BOOLEAN is the part of SYMBOL that is TRUE or FALSE, known apart
 * because predicates then compile to JavaScript booleans.
 */
export const INTEGER = 1;
export const FLOAT = 2;
export const STRING = 4;
/** Any symbol, TRUE and FALSE included. */
export const SYMBOL = 8;
/** Exactly TRUE or FALSE. INVARIANT: BOOLEAN is a subset of SYMBOL; a set with both bits means SYMBOL. */
export const BOOLEAN = 16;
export const MULTIFIELD = 32;
export const FACT = 64;
export const NUMBER = INTEGER | FLOAT;
export const LEXEME = STRING | SYMBOL | BOOLEAN;
export const FIELD = NUMBER | LEXEME | FACT;
export const ANY = FIELD | MULTIFIELD;
/** A set of types. */
export type StaticType = number;

/**
 * How a value of a static type is held in generated code. `value` is the boxed form of runtime/values.ts, used when
 * the set has several types; `void` never has a value (return, break).
 */
export type Representation =
  'integer' | 'float' | 'string' | 'symbol' | 'boolean' | 'multifield' | 'fact' | 'value';

/** Generated code with the static type of its value. */
export interface TypedCode {
  readonly code: Code;
  readonly type: StaticType;
  /** True when evaluating it can raise an evaluation error (decides what may be reordered or left out). */
  readonly canFail: boolean;
  /** The constant that the code is, when it is one. */
  readonly literal?: Literal;
  /** A constant or a plain variable: may be written twice. */
  readonly simple?: boolean;
}

/** The representation of a type set: one of the plain ones when the set has exactly that type, else `value`. */
export function representation(type: StaticType): Representation {
  switch (type) {
    case INTEGER:
      return 'integer';
    case FLOAT:
      return 'float';
    case STRING:
      return 'string';
    case BOOLEAN:
      return 'boolean';
    case SYMBOL:
    case SYMBOL | BOOLEAN:
      return 'symbol';
    case MULTIFIELD:
      return 'multifield';
    case FACT:
      return 'fact';
    default:
      return 'value';
  }
}

/** A set with SYMBOL also has the symbols TRUE and FALSE: the set in which intersections can be seen. */
function spread(type: StaticType): StaticType {
  return type & SYMBOL ? type | BOOLEAN : type;
}

/** Whether some value belongs to both types. */
export function mayBeEqual(a: StaticType, b: StaticType): boolean {
  return (spread(a) & spread(b)) !== 0;
}

/** Whether every value of `type` belongs to `accepted`. */
export function alwaysFits(type: StaticType, accepted: StaticType): boolean {
  return (type & ~spread(accepted)) === 0;
}

const TYPE_NAMES: readonly (readonly [StaticType, string])[] = [
  [INTEGER, 'an integer'],
  [FLOAT, 'a float'],
  [STRING, 'a string'],
  [SYMBOL, 'a symbol'],
  [MULTIFIELD, 'a multifield'],
  [FACT, 'a fact'],
];

/** A type in words, for diagnostics. */
export function describeType(type: StaticType): string {
  if (type === ANY) return 'any value';
  const names = TYPE_NAMES.filter(([bit]) => type & bit).map(([, name]) => name);
  if (!(type & SYMBOL) && type & BOOLEAN) names.push('TRUE or FALSE');
  return names.length === 0 ? 'no value' : names.join(' or ');
}
