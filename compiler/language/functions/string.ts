import {
  ANY,
  BOOLEAN,
  commonType,
  FACT,
  includes,
  INTEGER,
  LEXEME,
  MULTIFIELD,
  NUMBER,
  STRING,
  SYMBOL,
  unionOf,
  without,
  type StaticType,
} from '../static-type.ts';
import { MANY, rowsOf } from './row.ts';

/** `upcase`, `lowcase` and `str-replace` return the type of their first argument. */
export function likeFirst([type = LEXEME]: readonly StaticType[]): StaticType {
  const lexeme = commonType(type, LEXEME);
  return includes(lexeme, BOOLEAN) ? unionOf(without(lexeme, BOOLEAN), SYMBOL) : lexeme;
}

const row = rowsOf('string');

export const STRINGS = [
  row('str-cat', [1, MANY], [unionOf(NUMBER, LEXEME)], STRING),
  row('sym-cat', [1, MANY], [unionOf(NUMBER, LEXEME)], SYMBOL),
  row('str-length', [1, 1], [LEXEME], INTEGER),
  row('str-index', [2, 2], [LEXEME], unionOf(INTEGER, BOOLEAN)),
  row('str-compare', [2, 3], [LEXEME, LEXEME, INTEGER], INTEGER),
  row('sub-string', [3, 3], [INTEGER, INTEGER, LEXEME], STRING, { lazy: true }),
  row('upcase', [1, 1], [LEXEME], likeFirst),
  row('lowcase', [1, 1], [LEXEME], likeFirst),
  row('str-replace', [3, 3], [LEXEME], likeFirst, { since64: true }),
  row('string-to-field', [1, 1], [LEXEME], without(ANY, unionOf(MULTIFIELD, FACT)), { fails: true }),
] as const;
