import type { ConditionElement } from '../../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../../compiler/hidden-templates.ts';
import { disjunctsOf } from '../../../library/explain/disjuncts.ts';
import { OutOfBudget } from '../../../library/explain/out-of-budget.ts';
import { all, negate, some, TRUE, type FactTerm, type Formula } from './formula.ts';
import { readCondition } from './read-expression.ts';
import { type Scope } from './scope.ts';
import { knownItems, newItems, readPattern, readRow } from './read-pattern.ts';
import { rowsOf } from './row-formula.ts';
import type { RuleReading, Way, Without } from './ways.ts';

/** Choices of facts for the patterns of one group; more of them are left out, so less is said. */
const MOST_TUPLES = 400;
/** Facts that groups may add in all, and clauses that they may lead to. */
const MOST_ADDED = 16;
const MOST_CLAUSES = 1_500;
/** Maximum depth at which facts required by a nested group may require further facts. */
const DEEPEST = 2;

/** Consequences of ways and of forbidden facts, and the facts that they concern. */
interface World {
  readonly facts: readonly FactTerm[];
  readonly said: readonly Formula[];
}

/**
 * The facts of ways with everything that their groups say of these facts. It says no more than is so of any facts for
 * which the ways match: what cannot be said is left out.
 *
 * @param more further elements that no facts may fit
 */
export function instantiate(ways: readonly Way[], more: readonly Without[], reading: RuleReading): World {
  const facts = ways.flatMap((way) => way.facts);
  const said = ways.map((way) => way.said);
  const groups = [...ways.flatMap(({ without }) => without), ...more];
  let fresh: readonly FactTerm[] = facts;
  let known: readonly FactTerm[] = facts;
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const added: FactTerm[] = [];
    const isNew = new Set(fresh);
    for (const { elements, scope, isShallow, reading: own = reading } of groups) {
      if (isShallow === true && depth > 0) continue;
      if (said.length > MOST_CLAUSES) break;
      const deeper = depth === DEEPEST ? null : added;
      said.push(...forbid(elements, scope, known, depth === 0 ? null : isNew, deeper, own));
    }
    if (added.length === 0) return { facts: known, said };
    fresh = added;
    known = [...known, ...added];
  }
  return { facts: known, said };
}

/** Bindings of the elements' variables for each way in which their patterns match these facts. */
export function matchesAmong(
  elements: readonly ConditionElement[],
  facts: readonly FactTerm[],
  reading: RuleReading,
): readonly Scope[] {
  return disjunctsOrNone(elements).flatMap((disjunct) =>
    [...choices(disjunct, new Map(), facts, reading)].map(({ scope }) => scope),
  );
}

/**
 * That elements do not match facts.
 *
 * @param touching null: any facts; else at least one of these is among them
 * @param added where facts go that must be there after all; null: what needs them is left out
 */
function forbid(
  elements: readonly ConditionElement[],
  scope: Scope,
  facts: readonly FactTerm[],
  touching: ReadonlySet<FactTerm> | null,
  added: FactTerm[] | null,
  reading: RuleReading,
): readonly Formula[] {
  return disjunctsOrNone(elements).flatMap((disjunct) => {
    const clauses: Formula[] = [];
    for (const { chosen, said, inner } of choices(disjunct, scope, facts, reading)) {
      if (clauses.length >= MOST_TUPLES) break;
      if (touching !== null && !chosen.some((fact) => touching.has(fact))) continue;
      const present = chosen.flatMap((fact) => (fact.present === null ? [] : [fact.present]));
      const rescue = inner.map(({ element, scope: within }) => fulfil(element, within, added, reading));
      clauses.push(some([negate(all([...present, ...said])), ...rescue]));
    }
    return clauses;
  });
}

interface Choice {
  readonly chosen: readonly FactTerm[];
  readonly said: readonly Formula[];
  /** The groups inside, each with what the patterns before it bind. */
  readonly inner: readonly { readonly element: ConditionElement; readonly scope: Scope }[];
  readonly scope: Scope;
}

function* choices(
  elements: readonly ConditionElement[],
  scope: Scope,
  facts: readonly FactTerm[],
  reading: RuleReading,
): Generator<Choice> {
  const [element, ...rest] = elements;
  if (element === undefined) {
    yield { chosen: [], said: [], inner: [], scope };
    return;
  }
  const relation = element.kind === 'pattern' ? reading.relations.get(element.template) : undefined;
  if (element.kind === 'pattern' && relation !== undefined) {
    // Without its rows less is said: no choice of them is known.
    for (const valueOf of rowsOf(relation) ?? []) {
      const read = readRow(element, valueOf, scope, reading);
      if (isNever(read.said)) continue;
      for (const { said, ...further } of choices(rest, read.scope, facts, reading))
        yield { ...further, said: [read.said, ...said] };
    }
    return;
  }
  if (element.kind === 'pattern' && !RUN_TEMPLATES.has(element.template)) {
    for (const fact of facts) {
      if (fact.template.name !== element.template) continue;
      for (const items of knownItems(element, fact)) {
        const read = readPattern(element, fact, items, scope, reading);
        for (const { chosen, said, ...further } of choices(rest, read.scope, facts, reading))
          yield { ...further, chosen: [fact, ...chosen], said: [read.said, ...said] };
      }
    }
    return;
  }
  const own: readonly Formula[] =
    element.kind === 'test'
      ? [readCondition(element.expression, scope, reading)]
      : element.kind === 'exists'
        ? [existsAmong(element.elements, scope, facts, reading)]
        : [];
  const isGroup =
    element.kind === 'not' ||
    (element.kind !== 'test' && element.kind !== 'pattern' && element.kind !== 'exists');
  for (const { said, inner, ...further } of choices(rest, scope, facts, reading))
    yield { ...further, said: [...own, ...said], inner: isGroup ? [{ element, scope }, ...inner] : inner };
}

/** True if it is false for all facts. */
function isNever(formula: Formula): boolean {
  if (formula.kind === 'some') return formula.of.every(isNever);
  return formula.kind === 'all' && formula.of.some(isNever);
}

/** Formula for "some of these facts match", which is stronger than "any facts match". */
function existsAmong(
  elements: readonly ConditionElement[],
  scope: Scope,
  facts: readonly FactTerm[],
  reading: RuleReading,
): Formula {
  return some(
    disjunctsOrNone(elements).flatMap((disjunct) =>
      [...choices(disjunct, scope, facts, reading)].flatMap(({ chosen, said, inner }) => {
        const present = chosen.flatMap((fact) => (fact.present === null ? [] : [fact.present]));
        return inner.length > 0 ? [] : [all([...present, ...said])];
      }),
    ),
  );
}

/** A double negation: the inner fact must exist. */
function fulfil(
  element: ConditionElement,
  scope: Scope,
  added: FactTerm[] | null,
  reading: RuleReading,
): Formula {
  if (element.kind !== 'not' || added === null || added.length >= MOST_ADDED) return TRUE;
  const disjuncts = disjunctsOrNone([element.element]);
  if (disjuncts.length === 0) return TRUE;
  return some(
    disjuncts.map((disjunct) => {
      let within = scope;
      const said: Formula[] = [];
      for (const one of disjunct) {
        if (one.kind === 'test') said.push(readCondition(one.expression, within, reading));
        else if (one.kind === 'pattern' && !RUN_TEMPLATES.has(one.template)) {
          const template = reading.templates.get(one.template);
          if (template === undefined) continue;
          const fact = reading.terms.possibleFact(template);
          added.push(fact);
          const read = readPattern(one, fact, newItems(one, fact), within, reading);
          within = read.scope;
          said.push(...(fact.present === null ? [] : [fact.present]), read.said);
        }
        // Further groups inside are left out: less is said.
      }
      return all(said);
    }),
  );
}

function disjunctsOrNone(elements: readonly ConditionElement[]): readonly (readonly ConditionElement[])[] {
  try {
    return disjunctsOf({ when: elements });
  } catch (error) {
    if (error instanceof OutOfBudget) return [];
    throw error;
  }
}
