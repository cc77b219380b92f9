import type { SlotType } from '../../values.ts';
import { atLeast } from './at-least.ts';
import { atMost } from './at-most.ts';
import {
  after,
  afterClock,
  before,
  beforeClock,
  notAfter,
  notAfterClock,
  notBefore,
  notBeforeClock,
} from './before.ts';
import { below } from './below.ts';
import { between } from './between.ts';
import { changedWithin } from './changed-within.ts';
import { contains, notContains } from './contains.ts';
import { countExceeds } from './count-exceeds.ts';
import { distinctCount } from './distinct-count.ts';
import { dominates } from './dominates.ts';
import { endsWith, notEndsWith } from './ends-with.ts';
import { equalsIgnoreCase, notEqualsIgnoreCase } from './equals-ignore-case.ts';
import { inIgnoreCase, notInIgnoreCase } from './in-ignore-case.ts';
import { inCidr, notInCidr } from './in-cidr.ts';
import { glob, notGlob } from './glob.ts';
import { notPathWithin, pathWithin } from './path-within.ts';
import { hostWithin, notHostWithin } from './host-within.ts';
import { semverSatisfies } from './semver-satisfies.ts';
import { equals } from './equals.ts';
import { greaterThan } from './greater-than.ts';
import { has, hasAll, hasAny, hasNone, hasNot, only } from './has.ts';
import { hasKey } from './has-key.ts';
import { hasCompartments } from './has-compartments.ts';
import { inCompartment } from './in-compartment.ts';
import { isIn } from './in.ts';
import { isFalse, isTrue } from './is-true.ts';
import { lastN } from './last-n.ts';
import { lessThan } from './less-than.ts';
import { matches, notMatches } from './matches.ts';
import { meetsOrExceeds } from './meets-or-exceeds.ts';
import { notEquals } from './not-equals.ts';
import { notIn } from './not-in.ts';
import { olderThan } from './older-than.ts';
import type { Operator } from './operator.ts';
import {
  hostReadable,
  ipReadable,
  notHostReadable,
  notIpReadable,
  notPathReadable,
  notSemverReadable,
  pathReadable,
  semverReadable,
} from './readable.ts';
import { rateExceeds } from './rate-exceeds.ts';
import { sequenceDetected } from './sequence-detected.ts';
import { isEmptyList, notEmpty, sizeAtLeast, sizeAtMost, sizeEquals } from './size.ts';
import { notStartsWith, startsWith } from './starts-with.ts';
import type { TemporalOperator } from './temporal-operator.ts';
import { clockTimeOfDayBetween, timeOfDayBetween } from './time-of-day-between.ts';
import { clockWeekdayIn, weekdayIn } from './weekday-in.ts';
import { withinLast } from './within-last.ts';
import { withinScope } from './within-scope.ts';

/** THE table of condition operators; one row registers one. docs/reference/operators.md lists the same names. */
const OPERATORS: readonly Operator[] = [
  equals,
  notEquals,
  isTrue,
  isFalse,
  isIn,
  notIn,
  hasKey,
  has,
  hasNot,
  hasAny,
  hasAll,
  hasNone,
  only,
  isEmptyList,
  notEmpty,
  sizeAtLeast,
  sizeAtMost,
  sizeEquals,
  greaterThan,
  lessThan,
  atLeast,
  atMost,
  between,
  contains,
  notContains,
  startsWith,
  notStartsWith,
  endsWith,
  notEndsWith,
  matches,
  notMatches,
  equalsIgnoreCase,
  notEqualsIgnoreCase,
  inIgnoreCase,
  notInIgnoreCase,
  inCidr,
  notInCidr,
  glob,
  notGlob,
  pathWithin,
  notPathWithin,
  hostWithin,
  notHostWithin,
  semverSatisfies,
  pathReadable,
  notPathReadable,
  hostReadable,
  notHostReadable,
  ipReadable,
  notIpReadable,
  semverReadable,
  notSemverReadable,
  before,
  after,
  notAfter,
  notBefore,
  timeOfDayBetween,
  weekdayIn,
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
  beforeClock,
  afterClock,
  notAfterClock,
  notBeforeClock,
  withinLast,
  olderThan,
  clockTimeOfDayBetween,
  clockWeekdayIn,
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

/** Every operator of the language. */
export const OPERATOR_NAMES: readonly string[] = [
  ...new Set([...OPERATOR_TABLE.keys(), ...TEMPORAL_TABLE.keys()]),
];

/** Every operator that a slot of this type takes. */
export function operatorsFor(type: SlotType): readonly string[] {
  const rows = [...OPERATOR_TABLE.values(), ...TEMPORAL_TABLE.values()];
  return [...new Set(rows.filter(({ slotTypes }) => slotTypes.includes(type)).map(({ name }) => name))];
}
