import {
  ANY,
  BOOLEAN,
  FACT,
  FLOAT,
  INTEGER,
  LEXEME,
  MULTIFIELD,
  NUMBER,
  STRING,
  SYMBOL,
  unionOf,
  type StaticType,
} from '../static-type.ts';
import { MANY, rowsOf } from './row.ts';

const row = rowsOf('predicate');

export const EQUALITY = [
  row('eq', [2, MANY], [ANY], BOOLEAN, { lazy: true }),
  row('neq', [2, MANY], [ANY], BOOLEAN, { lazy: true }),
] as const;

/** Everything but the symbol FALSE is true; the result is always TRUE or FALSE. */
export const LOGIC = [
  row('and', [2, MANY], [ANY], BOOLEAN, { lazy: true }),
  row('or', [2, MANY], [ANY], BOOLEAN, { lazy: true }),
  row('not', [1, 1], [ANY], BOOLEAN),
] as const;

/** CLIPS stops at the first pair that fails. */
export const ORDER = [
  row('=', [2, MANY], [NUMBER], BOOLEAN, { lazy: true }),
  row('<>', [2, MANY], [NUMBER], BOOLEAN, { lazy: true, aliases: ['!='] }),
  row('<', [2, MANY], [NUMBER], BOOLEAN, { lazy: true }),
  row('<=', [2, MANY], [NUMBER], BOOLEAN, { lazy: true }),
  row('>', [2, MANY], [NUMBER], BOOLEAN, { lazy: true }),
  row('>=', [2, MANY], [NUMBER], BOOLEAN, { lazy: true }),
] as const;

export const TYPE_PREDICATES = [
  row('numberp', [1, 1], [ANY], BOOLEAN),
  row('integerp', [1, 1], [ANY], BOOLEAN),
  row('floatp', [1, 1], [ANY], BOOLEAN),
  row('lexemep', [1, 1], [ANY], BOOLEAN),
  row('stringp', [1, 1], [ANY], BOOLEAN),
  row('symbolp', [1, 1], [ANY], BOOLEAN),
  row('multifieldp', [1, 1], [ANY], BOOLEAN),
  row('fact-addressp', [1, 1], [ANY], BOOLEAN, { since64: true }),
  row('evenp', [1, 1], [INTEGER], BOOLEAN),
  row('oddp', [1, 1], [INTEGER], BOOLEAN),
] as const;

/** The type that each type predicate tests. */
export const TESTED_TYPES = {
  numberp: NUMBER,
  integerp: INTEGER,
  floatp: FLOAT,
  lexemep: LEXEME,
  stringp: STRING,
  symbolp: unionOf(SYMBOL, BOOLEAN),
  multifieldp: MULTIFIELD,
  'fact-addressp': FACT,
} as const satisfies Readonly<Record<string, StaticType>>;
