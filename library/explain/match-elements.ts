import { relationOf } from '../../compiler/relation.ts';
import type { ConditionElement, Pattern } from '../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import type { Fact } from '../../runtime/values/values.ts';
import type { Bindings } from './explainable-ruleset.ts';
import { positionsOf, type Positions } from './list-positions.ts';
import { OutOfBudget } from './out-of-budget.ts';
import { ask, tryPattern, type World } from './try-pattern.ts';

/** A fact of a match, with the positions of what its pattern takes one by one. */
export interface MatchedFact {
  readonly pattern: Pattern;
  readonly fact: Fact;
  readonly positions: Positions;
}

/** A partial match: the facts that its patterns bound, and the values of its variables. */
export interface Partial {
  readonly bindings: Bindings;
  readonly facts: readonly MatchedFact[];
}

export const NOTHING_YET: Partial = { bindings: new Map(), facts: [] };

/** Called for each element that no fact, or no result, passes; `passed`: the elements before it. */
type OnStuck = (passed: number, at: Partial, element: ConditionElement) => void;

const NOBODY: OnStuck = () => {};

/** All matches of elements, one after the other, from what is matched already. */
export function* matchElements(
  world: World,
  elements: readonly ConditionElement[],
  from: Partial,
  onStuck: OnStuck = NOBODY,
  passed = 0,
): Generator<Partial> {
  const [element] = elements;
  if (element === undefined) {
    yield from;
    return;
  }
  const rest = elements.slice(1);
  let isPast = false;
  for (const next of passElement(world, element, from)) {
    isPast = true;
    yield* matchElements(world, rest, next, onStuck, passed + 1);
  }
  if (!isPast) onStuck(passed, from, element);
}

function* passElement(world: World, element: ConditionElement, from: Partial): Generator<Partial> {
  switch (element.kind) {
    case 'pattern':
      yield* passPattern(world, element, from);
      return;
    case 'test':
      if (--world.budget.left < 0) throw new OutOfBudget();
      if (passTest(world, element, from)) yield from;
      return;
    case 'not':
      if (firstMatch(world, [element.element], from) === null) yield from;
      return;
    case 'exists':
      if (firstMatch(world, element.elements, from) !== null) yield from;
      return;
    case 'and':
      yield* matchElements(world, element.elements, from);
      return;
    case 'or':
      for (const branch of element.elements) {
        for (const next of passElement(world, branch, from)) {
          world.listener?.branch(branch);
          yield next;
        }
      }
  }
}

function passTest(
  world: World,
  element: Extract<ConditionElement, { kind: 'test' }>,
  from: Partial,
): boolean {
  const holds = ask(world, element.expression, from.bindings) === true;
  world.listener?.test(element, holds, from.bindings);
  return holds;
}

function* passPattern(world: World, pattern: Pattern, from: Partial): Generator<Partial> {
  // The hidden facts exist whenever rules fire, and carry no information.
  if (RUN_TEMPLATES.has(pattern.template)) {
    yield from;
    return;
  }
  const all = world.listener !== undefined;
  const facts =
    relationOf(pattern.template) === null
      ? world.factsOf(pattern.template)
      : world.explainable.rows.rowsFor(pattern, from.bindings, all);
  for (const fact of facts) {
    for (const positions of positionsOf(world.explainable, pattern, fact)) {
      if (--world.budget.left < 0) throw new OutOfBudget();
      const { bindings, failed } = tryPattern(world, pattern, fact, from.bindings, all, positions);
      if (failed.length === 0) yield { bindings, facts: [...from.facts, { pattern, fact, positions }] };
    }
  }
}

/** The first match of elements; null: there is none. */
export function firstMatch(
  world: World,
  elements: readonly ConditionElement[],
  from: Partial = NOTHING_YET,
  onStuck: OnStuck = NOBODY,
): Partial | null {
  for (const match of matchElements(world, elements, from, onStuck)) return match;
  return null;
}
