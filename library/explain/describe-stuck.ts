import { variablesOf } from '../../compiler/language/expression/variables.ts';
import { relationOf } from '../../compiler/relation.ts';
import type { ConditionElement, Pattern } from '../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import { aggregateValues } from './aggregate-values.ts';
import { conditionText, infixAt, infixShown, placeOf, textAt } from './condition-text.ts';
import { isKey, placeInDocument } from './document-place.ts';
import type { Candidate, FailedCondition, Stuck } from './explanation.ts';
import { positionsOf, writtenValue } from './list-positions.ts';
import { isHidden } from './recording.ts';
import { firstMatch, type MatchedFact, type Partial } from './match-elements.ts';
import { tryPattern, type FailedConstraint, type Tried, type World } from './try-pattern.ts';
import { idOf, otherOf, othersOf, slotBinding, writeFactData, type FactIds } from './write-values.ts';
import type { Fact } from '../../runtime/values/values.ts';

/** Maximum facts reported per pattern. */
const TOLD = 5;

/** A failed element, seen from a match of the elements before it. */
export function describeStuck(world: World, ids: FactIds, element: ConditionElement, from: Partial): Stuck {
  const base = {
    place: placeOf(world.explainable, element.at),
    template: null,
    text: null,
    candidates: [],
    candidate_count: 0,
    values: [],
    inner: null,
    ...conditionOf(world, element),
  };
  switch (element.kind) {
    case 'pattern': {
      const relation = relationOf(element.template);
      if (relation !== null)
        return { ...base, kind: 'pattern', relation, values: lookedFor(ids, element, from) };
      const candidates = candidatesOf(world, ids, element, from);
      return {
        ...base,
        kind: 'pattern',
        ...placeInDocument(world, element, from, candidates.length === 0),
        candidates: candidates.slice(0, TOLD),
        candidate_count: candidates.length,
      };
    }
    case 'test':
      return {
        ...base,
        kind: 'test',
        text: base.condition ?? textAt(world.explainable, element.at),
        values: [
          ...aggregateValues(world, element.expression, from.bindings),
          ...othersOf(ids, element.expression, from),
        ],
      };
    case 'not': {
      const way = firstMatch(world, [element.element], from);
      const facts = way?.facts.slice(from.facts.length) ?? [];
      const candidates = facts
        .filter(({ fact }) => !isHidden(fact))
        .map(({ fact }): Candidate => ({ fact: idOf(ids, fact), failed: [] }));
      return { ...base, kind: 'not', candidates, candidate_count: candidates.length };
    }
    case 'exists':
    case 'and':
    case 'or': {
      const deepest = nearest(world, element.elements, from);
      const inner = deepest && describeStuck(world, ids, deepest.element, deepest.from);
      return { ...base, kind: 'exists', inner };
    }
  }
}

/** The condition that the author of a short rule wrote for an element. */
function conditionOf(
  { explainable, rule }: World,
  { at }: ConditionElement,
): Pick<Stuck, 'condition' | 'unwanted'> {
  const infix = rule === undefined ? null : infixAt(rule, at);
  if (infix === null) return {};
  return { condition: infixShown(explainable, infix), ...(infix.isNegated ? { unwanted: true } : {}) };
}

interface Deepest {
  readonly element: ConditionElement;
  readonly from: Partial;
}

/** The element that stopped the longest run. */
function nearest(world: World, elements: readonly ConditionElement[], from: Partial): Deepest | null {
  let [best, most]: [Deepest | null, number] = [null, -1];
  firstMatch(world, elements, from, (passed, at, element) => {
    if (passed > most) [best, most] = [{ element, from: at }, passed];
  });
  return best;
}

/** The values that a row of a relation would have to fit. */
function lookedFor(ids: FactIds, { fields }: Pattern, from: Partial): Stuck['values'] {
  const names = fields.flatMap(({ constraints }) =>
    constraints.flatMap((constraint) => {
      if (constraint.kind === 'variable') return [constraint.name];
      return constraint.kind === 'predicate' ? [...variablesOf(constraint.expression)] : [];
    }),
  );
  return [...new Set(names)].flatMap((name) => otherOf(ids, name, from) ?? []);
}

/** Facts of a pattern's template with what failed for each; those with the fewest failures first. */
function candidatesOf(world: World, ids: FactIds, pattern: Pattern, from: Partial): readonly Candidate[] {
  if (RUN_TEMPLATES.has(pattern.template)) return [];
  const candidates = world.factsOf(pattern.template).flatMap((fact): readonly Candidate[] => {
    const { failed, bindings, positions } = tryItems(world, pattern, fact, from);
    if (failed.some(({ field }) => isKey(world, pattern, field.slot))) return [];
    const reached: Partial = { bindings, facts: [...from.facts, { pattern, fact, positions }] };
    const told = failed.map((one) =>
      describeFailure(world, ids, { pattern, fact, positions }, one, { from, reached }),
    );
    return [{ fact: idOf(ids, fact), failed: told }];
  });
  return candidates.toSorted((a, b) => a.failed.length - b.failed.length);
}

/** The position at which the fewest conditions fail; for an empty list, that none exists. */
function tryItems(world: World, pattern: Pattern, fact: Fact, { bindings }: Partial): Tried {
  const tried = positionsOf(world.explainable, pattern, fact).map((positions) =>
    tryPattern(world, pattern, fact, bindings, true, positions),
  );
  const [best] = tried.toSorted((a, b) => a.failed.length - b.failed.length);
  return best ?? tryPattern(world, pattern, fact, bindings, true);
}

function describeFailure(
  world: World,
  ids: FactIds,
  { pattern, fact, positions }: MatchedFact,
  { field, constraint, error }: FailedConstraint,
  { from, reached }: { readonly from: Partial; readonly reached: Partial },
): FailedCondition {
  const { operator, text } = conditionText(world.explainable, constraint, world.rule);
  const [lead] = field.constraints;
  const subject = lead?.kind === 'variable' && !lead.negated ? lead.name : null;
  const others =
    constraint.kind === 'predicate'
      ? othersOf(ids, constraint.expression, reached, subject)
      : constraint.kind === 'variable'
        ? [
            otherOf(
              ids,
              constraint.name,
              slotBinding(pattern, constraint.name) === field.slot ? from : reached,
            ) ?? [],
          ].flat()
        : [];
  return {
    slot: field.slot,
    operator,
    expected: text,
    with: others,
    actual: writtenValue(writeFactData(fact), field, positions),
    place: placeOf(world.explainable, constraint.at),
    error,
  };
}
