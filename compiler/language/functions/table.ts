import { ARITHMETIC } from './arithmetic.ts';
import { CONVERSIONS } from './conversion.ts';
import { MULTIFIELDS } from './multifield.ts';
import { EQUALITY, LOGIC, ORDER, TYPE_PREDICATES } from './predicate.ts';
import type { FunctionRow } from './row.ts';
import { STRINGS } from './string.ts';
import { TRANSCENDENTAL } from './transcendental.ts';
import { VALUE_ROWS } from './value.ts';

const ROWS = [
  ...EQUALITY,
  ...LOGIC,
  ...ORDER,
  ...TYPE_PREDICATES,
  ...ARITHMETIC,
  ...CONVERSIONS,
  ...TRANSCENDENTAL,
  ...STRINGS,
  ...MULTIFIELDS,
  ...VALUE_ROWS,
] as const;

/** The name of a function that takes evaluated arguments. */
export type FunctionName = (typeof ROWS)[number]['name'];

/** All functions of the language that take evaluated arguments, by name. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRow<FunctionName>> = new Map(
  ROWS.map((row) => [row.name, row]),
);

/** Other spellings of functions, to the name in the table. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  [...FUNCTIONS.values()].flatMap((row) => (row.aliases ?? []).map((alias) => [alias, row.name] as const)),
);

/** Forms whose arguments are not all evaluated, or not as values; the parser knows each by name. */
export const FORMS = [
  'if',
  'while',
  'loop-for-count',
  'progn',
  'progn$',
  'foreach',
  'switch',
  'bind',
  'return',
  'break',
  'sort',
  'any-factp',
  'find-fact',
  'find-all-facts',
  'do-for-fact',
  'do-for-all-facts',
  'delayed-do-for-all-facts',
] as const;

/** Host functions that the compiler knows; any other `service-…` is called as it is. */
export const HOST_PREFIX = 'service-';
