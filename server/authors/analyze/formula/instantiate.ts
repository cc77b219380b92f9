import { RUN_TEMPLATES, type ConditionElement } from '../../../../compiler/ruleset.ts';
import { disjunctsOf } from '../../explain/disjuncts.ts';
import { OutOfBudget } from '../../explain/out-of-budget.ts';
import { all, negate, some, TRUE, type FactTerm, type Formula } from './formula.ts';
import { readCondition, type Scope } from './read-expression.ts';
import { knownItems, newItems, readPattern } from './read-pattern.ts';
import type { RuleReading, Way, Without } from './ways.ts';

/** Choices of facts for the patterns of one group; more of them are left out, so less is said. */
const MOST_TUPLES = 400;
/** Facts that groups may add in all, and clauses that they may lead to. */
const MOST_ADDED = 16;
const MOST_CLAUSES = 1_500;
/** Facts that must be there for a group inside a group may ask for facts themselves, so many times. */
const DEEPEST = 2;

/** What follows from ways and from what must not be there, and the facts that it is about. */
export interface World {
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
    for (const { elements, scope, isShallow } of groups) {
      if (isShallow === true && depth > 0) continue;
      if (said.length > MOST_CLAUSES) break;
      const deeper = depth === DEEPEST ? null : added;
      said.push(...forbid(elements, scope, known, depth === 0 ? null : isNew, deeper, reading));
    }
    if (added.length === 0) return { facts: known, said };
    fresh = added;
    known = [...known, ...added];
  }
  return { facts: known, said };
}

/** What the variables of elements stand for in each way in which their patterns meet these facts. */
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

/** That some of these facts fit: less than that any facts do. */
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

/** That what must not be there inside of what must not be there is there after all: by a fact of its own. */
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
