import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import type { InternalFunction } from './internal-function.ts';
import type { ParameterKind } from './operator.ts';

/** A slot of the template that is counted. */
export interface CountedSlot {
  readonly template: string;
  readonly slot: Slot;
}

/** Slots of one template whose values together are counted by; one at least. */
export interface CountedSlots {
  readonly template: string;
  readonly slots: readonly Slot[];
}

/** One step of a sequence as it is written; the timestamp may be left out. */
export interface WrittenStep {
  readonly template: ArgumentSyntax;
  readonly slot: ArgumentSyntax;
  readonly value: ArgumentSyntax;
  readonly timestamp: ArgumentSyntax | undefined;
}

/**
 * Services of the call site for an operator. A function that returns null has reported why, or was given
 * null; so an operator reads all its arguments before it gives up, and every invalid one is reported.
 */
export interface TemporalCall {
  readonly at: Span;
  /** Name under which an internal function is called; makes it part of the ruleset. */
  readonly internal: (definition: InternalFunction) => string;
  /** The value of the slot that carries the condition; in a condition `now` the clock. */
  readonly subject: () => Expression | null;
  /** Its type. */
  readonly type: SlotType;
  /** The clock, as times are held. */
  readonly now: () => Expression;
  /** An argument as an operand of a slot that holds a time. */
  readonly operand: (kind: ParameterKind, argument: ArgumentSyntax) => Expression | null;
  readonly template: (argument: ArgumentSyntax) => Template | null;
  readonly slot: (template: Template | null, argument: ArgumentSyntax) => CountedSlot | null;
  /** A slot, or a list of slots. */
  readonly slots: (template: Template | null, argument: ArgumentSyntax) => CountedSlots | null;
  /** A slot of times, or of numbers of seconds since the epoch; the slot `ts` when the argument is left out. */
  readonly timestamp: (template: Template | null, argument: ArgumentSyntax | undefined) => CountedSlot | null;
  /** A literal of the slot's type, or a variable of exactly that type. */
  readonly value: (counted: CountedSlot | null, argument: ArgumentSyntax) => Expression | null;
  /** For several slots: a list of such values. */
  readonly values: (counted: CountedSlots | null, argument: ArgumentSyntax) => readonly Expression[] | null;
  /** A whole number that is not negative, as INTEGER, or a variable of that type. */
  readonly count: (argument: ArgumentSyntax) => Expression | null;
  /** Seconds, more than none, or a variable of numbers; FLOAT. */
  readonly seconds: (argument: ArgumentSyntax) => Expression | null;
  /** Reports that steps hold their times in different units. */
  readonly mixedTimes: (argument: ArgumentSyntax) => null;
  /** Reports that no time is what the arguments ask for. */
  readonly neverHolds: () => null;
  /** At least one step. */
  readonly steps: (argument: ArgumentSyntax) => readonly WrittenStep[] | null;
}

/**
 * An operator that is judged once in an evaluation, after all its facts are in: a test of the rule as a whole, behind
 * the tick. Except for `changed_within`, the slot that carries it is not part of the test.
 */
export interface TemporalOperator {
  readonly name: string;
  readonly slotTypes: readonly SlotType[];
  /** Fewest and most arguments. */
  readonly arguments: readonly [min: number, max: number];
  /** True if it is allowed in a condition `now`. */
  readonly ofClock?: true;
  /** True for calls on a slot that are temporal (default: every call is). */
  readonly isJudged?: (args: readonly ArgumentSyntax[]) => boolean;
  /** The test; null when an argument is wrong. INVARIANT: called with as many arguments as `arguments` says. */
  readonly judge: (call: TemporalCall, ...args: readonly ArgumentSyntax[]) => Expression | null;
}

/** True if an argument means the clock. */
export function isClock(argument: ArgumentSyntax): boolean {
  return argument.kind === 'bare' && argument.text === 'now' && argument.isLiteral !== true;
}
