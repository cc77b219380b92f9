/** Constants and variables of drawn expressions. */
import fc from 'fast-check';
import type { Expression } from '../../compiler/language/expression/expression.ts';
import {
  ANY,
  BOOLEAN,
  FLOAT,
  INTEGER,
  MULTIFIELD,
  STRING,
  SYMBOL,
  type StaticType,
} from '../../compiler/language/static-type.ts';
import type { Literal } from '../../compiler/values.ts';

export const AT = { file: 'drawn', start: 0, end: 0 };

/** Variables that every drawn expression may use, with their types and values. */
export const VARIABLES: readonly {
  readonly name: string;
  readonly type: StaticType;
  readonly value: Literal;
}[] = [
  { name: 'i', type: INTEGER, value: { type: 'INTEGER', value: 3 } },
  { name: 'big', type: INTEGER, value: { type: 'INTEGER', value: 9007199254740993n } },
  { name: 'f', type: FLOAT, value: { type: 'FLOAT', value: 2.5 } },
  { name: 'whole', type: FLOAT, value: { type: 'FLOAT', value: 3 } },
  { name: 's', type: STRING, value: { type: 'STRING', value: 'abcab' } },
  { name: 'wide', type: STRING, value: { type: 'STRING', value: 'hé😀lo' } },
  { name: 'y', type: SYMBOL, value: { type: 'SYMBOL', value: 'abc' } },
  { name: 'no', type: SYMBOL, value: { type: 'SYMBOL', value: 'FALSE' } },
];

/** Functions that every drawn expression may call; their text is CLIPS and is parsed by both sides. */
export const HELPERS: readonly string[] = [
  '(deffunction same (?x) ?x)',
  '(deffunction factorial (?n) (if (<= ?n 1) then 1 else (* ?n (factorial (- ?n 1)))))',
  '(deffunction count (?first $?rest) (length$ ?rest))',
  '(deffunction shorter (?a ?b) (> (str-length (str-cat ?a)) (str-length (str-cat ?b))))',
  '(deffunction first-or (?list ?default) (if (neq ?list (create$)) then (nth$ 1 ?list) else ?default))',
  '(deffunction largest () 9223372036854775807)',
  '(deffunction tenth () 0.1)',
  '(deffunction never () FALSE)',
];

/** Helpers that are constants. */
export const CONSTANT_HELPERS: readonly { readonly name: string; readonly type: StaticType }[] = [
  { name: 'largest', type: INTEGER },
  { name: 'tenth', type: FLOAT },
  { name: 'never', type: BOOLEAN },
];

export const KINDS: readonly StaticType[] = [INTEGER, FLOAT, STRING, SYMBOL, BOOLEAN, MULTIFIELD];

export const literal = (value: Literal): Expression => ({ kind: 'literal', value, at: AT });
export const call = (name: string, args: readonly Expression[]): Expression => ({
  kind: 'call',
  name,
  nameAt: AT,
  args,
  at: AT,
});
const variable = (name: string): Expression => ({ kind: 'variable', name, multi: false, at: AT });

const INTEGERS: readonly (number | bigint)[] = [
  0,
  1,
  2,
  3,
  -1,
  -2,
  7,
  10,
  100,
  -1000,
  9007199254740991,
  -9007199254740993n,
  9223372036854775807n,
  -9223372036854775808n,
  4611686018427387904n,
  3037000500,
];
const FLOATS = [0, -0, 1, -1.5, 2.5, 0.1, -3.7, 1e10, 1e15, 123456.789, 1e300, 1e-7, 9007199254740992, 0.5];
const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'abcab',
  'B c',
  'q"\\z',
  'é',
  '😀x',
  'a b "c" 1.5 -2 ;x',
  '?x (1',
  '3',
  'x\ny',
  '\uff5e',
  ' \u00c9\u3000',
  '-12.5e1',
  '1.5Gi',
  '2024-02-29',
  '2025-03-09T20:00:00.5+01:00',
];
const SYMBOLS = ['a', 'b', 'abc', 'nil', 'x-y', 'Ab', 'é', '<=', '=', 'EOF', '12x'];

/** The same number of each, the first ones more often. */
function pick<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(fc.constantFrom(...values.slice(0, 5)), fc.constantFrom(...values));
}

export function leaf(kind: StaticType, names: readonly Named[]): fc.Arbitrary<Expression> {
  const known = names.filter(({ type }) => type === kind || type === ANY).map(({ name }) => variable(name));
  const constant = constantOf(kind);
  return known.length === 0 ? constant : fc.oneof(constant, fc.constantFrom(...known));
}

function constantOf(kind: StaticType): fc.Arbitrary<Expression> {
  switch (kind) {
    case INTEGER:
      return pick(INTEGERS).map((value) => literal({ type: 'INTEGER', value }));
    case FLOAT:
      return pick(FLOATS).map((value) => literal({ type: 'FLOAT', value }));
    case STRING:
      return pick(STRINGS).map((value) => literal({ type: 'STRING', value }));
    case SYMBOL:
      return pick(SYMBOLS).map((value) => literal({ type: 'SYMBOL', value }));
    case BOOLEAN:
      return fc.boolean().map((value) => literal({ type: 'SYMBOL', value: value ? 'TRUE' : 'FALSE' }));
    default:
      return fc
        .array(fc.oneof(...KINDS.slice(0, 4).map((part) => constantOf(part))), { maxLength: 4 })
        .map((args) => call('create$', args));
  }
}

export interface Named {
  readonly name: string;
  readonly type: StaticType;
}
