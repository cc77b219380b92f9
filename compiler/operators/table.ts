import { atLeast } from './at-least.ts';
import { atMost } from './at-most.ts';
import { below } from './below.ts';
import { between } from './between.ts';
import { contains } from './contains.ts';
import { dominates } from './dominates.ts';
import { endsWith } from './ends-with.ts';
import { equals } from './equals.ts';
import { greaterThan } from './greater-than.ts';
import { hasCompartments } from './has-compartments.ts';
import { inCompartment } from './in-compartment.ts';
import { isIn } from './in.ts';
import { lessThan } from './less-than.ts';
import { matches } from './matches.ts';
import { meetsOrExceeds } from './meets-or-exceeds.ts';
import { notEquals } from './not-equals.ts';
import { notIn } from './not-in.ts';
import type { Operator } from './operator.ts';
import { startsWith } from './starts-with.ts';
import { withinScope } from './within-scope.ts';

/** THE table of condition operators; one row registers one. docs/operators.md lists the same names. */
const OPERATORS: readonly Operator[] = [
  equals,
  notEquals,
  isIn,
  notIn,
  greaterThan,
  lessThan,
  atLeast,
  atMost,
  between,
  contains,
  startsWith,
  endsWith,
  matches,
  below,
  meetsOrExceeds,
  withinScope,
  inCompartment,
  hasCompartments,
  dominates,
];

export const OPERATOR_TABLE: ReadonlyMap<string, Operator> = new Map(OPERATORS.map((row) => [row.name, row]));

/** Operators over time; they are conditions of a rule as a whole and have rows of their own. */
const TEMPORAL_NAMES = [
  'changed_within',
  'count_exceeds',
  'rate_exceeds',
  'last_n',
  'distinct_count',
  'sequence_detected',
] as const;

/** Every operator of the language, for suggestions. */
export const OPERATOR_NAMES: readonly string[] = [...OPERATOR_TABLE.keys(), ...TEMPORAL_NAMES];
