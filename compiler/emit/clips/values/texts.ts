/** Deffunctions of the functions that change or cut texts. Positions of CLIPS count characters. */
import { capitalLetters, smallLetters } from '../../../../runtime/values/letter-case.ts';
import { clipsString } from '../atoms.ts';
import { definition, reading } from './definition.ts';

/** A value as a string; an error of CLIPS if it is neither a string nor a symbol. */
export const TEXT = definition(
  'value-text*',
  [],
  `(?value)
   (str-length ?value)
   (str-cat ?value)`,
);

/** Puts the characters of one list in the place of those of another, at the same positions. */
const MAPPED = definition(
  'value-mapped*',
  [],
  `(?text ?from ?to)
   (bind ?made "")
   (loop-for-count (?i 1 (str-length ?text)) do
      (bind ?character (sub-string ?i ?i ?text))
      (bind ?at (str-index ?character ?from))
      (bind ?made (str-cat ?made (if ?at then (sub-string ?at ?at ?to) else ?character))))
   ?made`,
);

const listOf = (characters: Iterable<string>): string => clipsString([...characters].join(''));

export const LOWER = (): ReturnType<typeof definition> =>
  definition(
    'value-lower',
    [MAPPED, TEXT],
    `(?text)
   (value-mapped* (lowcase (value-text* ?text)) ${listOf(smallLetters().keys())} ${listOf(smallLetters().values())})`,
  );

export const UPPER = (): ReturnType<typeof definition> =>
  definition(
    'value-upper',
    [MAPPED, TEXT],
    `(?text)
   (value-mapped* (upcase (value-text* ?text)) ${listOf(capitalLetters().keys())} ${listOf(capitalLetters().values())})`,
  );

/** The characters that ECMAScript's `trim` removes. */
const SPACES =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

export const TRIM = definition(
  'value-trim',
  [TEXT],
  `(?value)
   (bind ?text (value-text* ?value))
   (bind ?first 1)
   (bind ?last (str-length ?text))
   (while (and (<= ?first ?last) (neq (str-index (sub-string ?first ?first ?text) ${clipsString(SPACES)}) FALSE)) do
      (bind ?first (+ ?first 1)))
   (while (and (<= ?first ?last) (neq (str-index (sub-string ?last ?last ?text) ${clipsString(SPACES)}) FALSE)) do
      (bind ?last (- ?last 1)))
   (sub-string ?first ?last ?text)`,
);

export const REPLACE = definition(
  'value-replace',
  [TEXT],
  `(?text ?sought ?by)
   (bind ?rest (value-text* ?text))
   (bind ?length (str-length ?sought))
   (str-length ?by)
   (bind ?made "")
   (bind ?at (if (= ?length 0) then FALSE else (str-index ?sought ?rest)))
   (while ?at do
      (bind ?made (str-cat ?made (sub-string 1 (- ?at 1) ?rest) ?by))
      (bind ?rest (sub-string (+ ?at ?length) (str-length ?rest) ?rest))
      (bind ?at (str-index ?sought ?rest)))
   (str-cat ?made ?rest)`,
);

/** The part, or FALSE. */
const FOUND_PART = definition(
  'value-part*',
  [TEXT],
  `(?text ?separator ?index)
   (bind ?rest (value-text* ?text))
   (bind ?length (str-length ?separator))
   (nth$ ?index (create$))
   (if (= ?length 0) then (return FALSE))
   (bind ?parts (create$))
   (bind ?at (str-index ?separator ?rest))
   (while ?at do
      (bind ?parts (create$ ?parts (sub-string 1 (- ?at 1) ?rest)))
      (bind ?rest (sub-string (+ ?at ?length) (str-length ?rest) ?rest))
      (bind ?at (str-index ?separator ?rest)))
   (bind ?parts (create$ ?parts ?rest))
   (bind ?count (length$ ?parts))
   (if (or (>= ?index ?count) (< ?index (- 0 ?count))) then (return FALSE))
   (nth$ (+ ?index 1 (if (< ?index 0) then ?count else 0)) ?parts)`,
);

export const PART = reading('value-part', FOUND_PART, '?text ?separator ?index', 'stringp', '""');
