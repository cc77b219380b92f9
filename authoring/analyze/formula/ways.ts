import type { ConditionElement, Pattern, Rule, Template } from '../../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../../compiler/hidden-templates.ts';
import type { Relation } from '../../../compiler/relation.ts';
import { disjunctsOf } from '../../../library/explain/disjuncts.ts';
import { OutOfBudget } from '../../../library/explain/out-of-budget.ts';
import { all, type FactTerm, type Formula } from './formula.ts';
import { readCondition, type Reading } from './read-expression.ts';
import { type Scope } from './scope.ts';
import { newItems, readPattern, type ReadPattern } from './read-pattern.ts';
import { rowFormula } from './row-formula.ts';
import type { Terms } from './terms.ts';

/** Context for reading rules. */
export interface RuleReading extends Reading {
  readonly terms: Terms;
  readonly templates: ReadonlyMap<string, Template>;
  /** By hidden template. */
  readonly relations: ReadonlyMap<string, Relation>;
}

/** One way in which a rule matches: existing facts, a formula over them, and forbidden facts. */
export interface Way {
  readonly facts: readonly FactTerm[];
  readonly said: Formula;
  readonly without: readonly Without[];
  readonly scope: Scope;
  /** An element is of a kind that is not understood: it may match less than is said here. */
  readonly isPartial: boolean;
}

/** No facts fit these elements. */
export interface Without {
  readonly elements: readonly ConditionElement[];
  readonly scope: Scope;
  /** Over the facts of the ways alone, not of those that groups add. */
  readonly isShallow?: boolean;
  /** How the elements are read; left out: as the ways are. */
  readonly reading?: RuleReading;
}

/** The ways in which a rule matches; null: there are too many. */
export function waysOf(
  { when, cells = [] }: Pick<Rule, 'when' | 'cells'>,
  reading: RuleReading,
  scope: Scope = new Map(),
): readonly Way[] | null {
  try {
    return disjunctsOf({ when: opened(when) }).map((elements) => {
      const way = readWay(elements, scope, reading);
      // A match that selects a row of a table satisfies its cells.
      const fits = cells.map(({ expression }) => readCondition(expression, way.scope, reading));
      return { ...way, said: all([way.said, ...fits]) };
    });
  } catch (error) {
    if (error instanceof OutOfBudget) return null;
    throw error;
  }
}

/** With an `exists` for each way in which what it is of can be there: no group of it has branches. */
function opened(elements: readonly ConditionElement[]): readonly ConditionElement[] {
  return elements.map((element): ConditionElement => {
    if (element.kind !== 'exists' && element.kind !== 'and' && element.kind !== 'or') return element;
    const inner = opened(element.elements);
    if (element.kind !== 'exists') return { ...element, elements: inner };
    const ways = disjunctsOf({ when: inner });
    return { ...element, kind: 'or', elements: ways.map((way) => ({ ...element, elements: way })) };
  });
}

/** A row of a relation that matches a pattern: permanent, and not a fact. `null` for a pattern of facts, or of too many rows. */
function rowOf(pattern: Pattern, scope: Scope, reading: RuleReading): ReadPattern | null {
  const relation = reading.relations.get(pattern.template);
  if (relation === undefined) return null;
  const row = reading.terms.fact(relation.template);
  const isOne = rowFormula(relation, row);
  if (isOne === null) return null;
  const read = readPattern(pattern, row, newItems(pattern, row), scope, reading);
  return { ...read, said: all([isOne, read.said]) };
}

function readWay(elements: readonly ConditionElement[], before: Scope, reading: RuleReading): Way {
  let scope = before;
  let isPartial = false;
  const facts: FactTerm[] = [];
  const said: Formula[] = [];
  const without: Without[] = [];
  for (const element of elements) {
    switch (element.kind) {
      case 'pattern': {
        if (RUN_TEMPLATES.has(element.template)) break;
        const row = rowOf(element, scope, reading);
        if (row !== null) {
          said.push(row.said);
          scope = row.scope;
          break;
        }
        const template = reading.templates.get(element.template);
        if (template === undefined) {
          isPartial = true;
          break;
        }
        const fact = reading.terms.fact(template);
        const read = readPattern(element, fact, newItems(element, fact), scope, reading);
        facts.push(fact);
        said.push(read.said);
        scope = read.scope;
        break;
      }
      case 'test':
        said.push(readCondition(element.expression, scope, reading));
        break;
      case 'not':
        without.push({ elements: [element.element], scope, reading });
        break;
      // `exists` requires the fact; its bindings are not visible afterwards.
      case 'exists': {
        const inner = readWay(element.elements, scope, reading);
        facts.push(...inner.facts);
        said.push(inner.said);
        without.push(...inner.without);
        isPartial ||= inner.isPartial;
        break;
      }
      default:
        isPartial = true;
    }
  }
  return { facts, said: all(said), without, scope, isPartial };
}
