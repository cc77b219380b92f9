import { atLeast } from './at-least.ts';
import { atMost } from './at-most.ts';
import { below } from './below.ts';
import { between } from './between.ts';
import { changedWithin } from './changed-within.ts';
import { contains } from './contains.ts';
import { countExceeds } from './count-exceeds.ts';
import { distinctCount } from './distinct-count.ts';
import { dominates } from './dominates.ts';
import { endsWith } from './ends-with.ts';
import { equals } from './equals.ts';
import { greaterThan } from './greater-than.ts';
import { hasCompartments } from './has-compartments.ts';
import { inCompartment } from './in-compartment.ts';
import { isIn } from './in.ts';
import { lastN } from './last-n.ts';
import { lessThan } from './less-than.ts';
import { matches } from './matches.ts';
import { meetsOrExceeds } from './meets-or-exceeds.ts';
import { notEquals } from './not-equals.ts';
import { notIn } from './not-in.ts';
import type { Operator } from './operator.ts';
import { rateExceeds } from './rate-exceeds.ts';
import { sequenceDetected } from './sequence-detected.ts';
import { startsWith } from './starts-with.ts';
import type { TemporalOperator } from './temporal-operator.ts';
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

/** THE table of temporal operators, which are judged once in an evaluation: tests of a rule as a whole. */
const TEMPORAL_OPERATORS: readonly TemporalOperator[] = [
  changedWithin,
  countExceeds,
  rateExceeds,
  lastN,
  distinctCount,
  sequenceDetected,
];

export const TEMPORAL_TABLE: ReadonlyMap<string, TemporalOperator> = new Map(
  TEMPORAL_OPERATORS.map((row) => [row.name, row]),
);

/** Every operator of the language, for suggestions. */
export const OPERATOR_NAMES: readonly string[] = [...OPERATOR_TABLE.keys(), ...TEMPORAL_TABLE.keys()];
