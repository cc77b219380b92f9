declare const STATIC_TYPE: unique symbol;

/** A set of types. Only the functions of this file make one. */
export type StaticType = number & { readonly [STATIC_TYPE]: true };

function bit(index: number): StaticType {
  return (1 << index) as StaticType;
}

/** The values that belong to one of these types. */
export function unionOf(...types: readonly StaticType[]): StaticType {
  return types.reduce<number>((all, type) => all | type, 0) as StaticType;
}

/** The types in both sets. */
export function commonType(a: StaticType, b: StaticType): StaticType {
  return (a & b) as StaticType;
}

/** The types of the first set that are not in the second. */
export function without(type: StaticType, removed: StaticType): StaticType {
  return (type & ~removed) as StaticType;
}

/** True if a set shares a type with another one. */
export function includes(type: StaticType, some: StaticType): boolean {
  return (type & some) !== 0;
}

/**
 * Static types: sets of CLIPS types as bits. BOOLEAN is the part of SYMBOL that is TRUE or FALSE, known apart
 * because predicates then compile to JavaScript booleans.
 */
export const INTEGER = bit(0);
export const FLOAT = bit(1);
export const STRING = bit(2);
/** Any symbol, TRUE and FALSE included. */
export const SYMBOL = bit(3);
/** Exactly TRUE or FALSE. INVARIANT: BOOLEAN is a subset of SYMBOL; a set with both bits means SYMBOL. */
export const BOOLEAN = bit(4);
export const MULTIFIELD = bit(5);
export const FACT = bit(6);
/** Type of expressions without a value, or without a known one yet. */
export const NOTHING = unionOf();
export const NUMBER = unionOf(INTEGER, FLOAT);
export const LEXEME = unionOf(STRING, SYMBOL, BOOLEAN);
export const FIELD = unionOf(NUMBER, LEXEME, FACT);
export const ANY = unionOf(FIELD, MULTIFIELD);

/**
 * How a value of a static type is held in generated code. `value` is the boxed form of runtime/values/values.ts, used when
 * the set has several types; `void` never has a value (return, break).
 */
export type Representation =
  'integer' | 'float' | 'string' | 'symbol' | 'boolean' | 'multifield' | 'fact' | 'value';

const ANY_SYMBOL = unionOf(SYMBOL, BOOLEAN);

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
    case ANY_SYMBOL:
      return 'symbol';
    case MULTIFIELD:
      return 'multifield';
    case FACT:
      return 'fact';
    default:
      return 'value';
  }
}

/** True if a value of the type is plain text: a STRING, or a SYMBOL and never anything else. */
export function isPlainText(type: StaticType): boolean {
  const plain = representation(type);
  return plain === 'string' || plain === 'symbol';
}

/** A set with SYMBOL also has the symbols TRUE and FALSE: the set in which intersections can be seen. */
function spread(type: StaticType): StaticType {
  return includes(type, SYMBOL) ? unionOf(type, BOOLEAN) : type;
}

/** True if a value can belong to both types. */
export function mayBeEqual(a: StaticType, b: StaticType): boolean {
  return includes(spread(a), spread(b));
}

/** True if every value of `type` belongs to `accepted`. */
export function alwaysFits(type: StaticType, accepted: StaticType): boolean {
  return without(type, spread(accepted)) === NOTHING;
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
  const names = TYPE_NAMES.filter(([one]) => includes(type, one)).map(([, name]) => name);
  if (!includes(type, SYMBOL) && includes(type, BOOLEAN)) names.push('TRUE or FALSE');
  return names.length === 0 ? 'no value' : names.join(' or ');
}
