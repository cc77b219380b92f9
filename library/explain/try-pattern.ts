import type { ConditionElement, Constraint, Field, Pattern, Rule } from '../../compiler/ruleset.ts';
import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import { revealed } from '../../runtime/engine/reveal.ts';
import { sameMultifield } from '../../runtime/functions/equality.ts';
import type { Fact } from '../../runtime/values/values.ts';
import { fieldValue, NO_POSITIONS, type Positions } from './list-positions.ts';
import { OutOfBudget } from './out-of-budget.ts';
import type { ExplainableRuleset, Bindings } from './explainable-ruleset.ts';

/** A condition of a pattern that does not hold for a fact. */
export interface FailedConstraint {
  readonly field: Field;
  readonly constraint: Constraint;
  /** Error instead of a result; null if a result was returned. */
  readonly error: string | null;
}

export interface Tried {
  readonly bindings: Bindings;
  readonly positions: Positions;
  readonly failed: readonly FailedConstraint[];
}

/** State in which conditions are evaluated: the facts of one moment, in a matcher that has just run. */
export interface World {
  readonly explainable: ExplainableRuleset;
  readonly matcher: Matcher;
  readonly factsOf: (template: string) => readonly Fact[];
  /** Remaining condition evaluations; shared by all searches of one explanation. */
  readonly budget: { left: number };
  /** The rule whose conditions are evaluated; unset if it does not matter. */
  readonly rule?: Rule;
  /** The document of the run; unset if there is none. */
  readonly document?: unknown;
  /** Called for every evaluated condition; every condition of a pattern is evaluated then. */
  readonly listener?: AskedListener;
}

export interface AskedListener {
  readonly constraint: (constraint: Constraint, held: boolean, value: unknown) => void;
  readonly test: (element: ConditionElement, held: boolean, bindings: Bindings) => void;
  /** A branch of `any` was passed. */
  readonly branch: (branch: ConditionElement) => void;
}

/** Evaluates an expression. Returns true, false, or the message of its error. */
export function ask(world: World, expression: TypedExpression, bindings: Bindings): boolean | string {
  try {
    return world.explainable.holds(expression, world.matcher, bindings);
  } catch (raised) {
    const error = revealed(raised, world.explainable.compiled, null);
    return error instanceof Error ? error.message : String(error);
  }
}

function isSame(world: World, template: string, { slot, each }: Field, a: unknown, b: unknown): boolean {
  const { type, list } = world.explainable.slotOf(template, slot);
  if (list && each === undefined) return sameMultifield(a as never, b as never);
  return type === 'FLOAT' ? Object.is(a, b) : a === b;
}

/**
 * Tests if a fact matches a pattern.
 *
 * @param all also evaluates the conditions after one that fails
 * @param positions of the items that the pattern iterates over; without a position, a condition on the item fails
 */
export function tryPattern(
  world: World,
  pattern: Pattern,
  fact: Fact,
  before: Bindings,
  all: boolean,
  positions: Positions = NO_POSITIONS,
): Tried {
  const bindings = new Map(before);
  const failed: FailedConstraint[] = [];
  if (pattern.address !== null) bindings.set(pattern.address, fact);
  // Fields may use variables that later ones bind: those come first.
  for (const field of pattern.fields) {
    const [lead] = field.constraints;
    if (lead?.kind === 'variable' && !lead.negated && !bindings.has(lead.name))
      bindings.set(lead.name, fieldValue(world.explainable, fact, field, positions));
  }
  for (const field of pattern.fields) {
    const value = fieldValue(world.explainable, fact, field, positions);
    const [first] = field.constraints;
    if (value === undefined && first !== undefined) {
      failed.push({ field, constraint: first, error: null });
      return { bindings, positions, failed };
    }
    for (const constraint of field.constraints) {
      if (--world.budget.left < 0) throw new OutOfBudget();
      const same = (other: unknown): boolean => isSame(world, pattern.template, field, value, other);
      let answer: boolean | string;
      if (constraint.kind === 'predicate') answer = ask(world, constraint.expression, bindings);
      else if (constraint.kind === 'literal') answer = same(constraint.value.value) !== constraint.negated;
      else answer = same(bindings.get(constraint.name)) !== constraint.negated;
      world.listener?.constraint(constraint, answer === true, value);
      if (answer === true) continue;
      failed.push({ field, constraint, error: answer === false ? null : answer });
      if (!all) return { bindings, positions, failed };
    }
  }
  return { bindings, positions, failed };
}
