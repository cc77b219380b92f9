import { variablesOf } from '../../compiler/language/expression/variables.ts';
import { patternsOf } from '../../compiler/left-side.ts';
import { askedExpressions } from '../../compiler/plan/conditions.ts';
import { relationOf } from '../../compiler/relation.ts';
import type { ConditionElement, Rule, Ruleset } from '../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import { isVolatile } from '../../library/constants/changeable.ts';
import { isSteady } from '../analyze/steady.ts';
import { disjunctsOf } from '../../library/explain/disjuncts.ts';
import { OutOfBudget } from '../../library/explain/out-of-budget.ts';

/** Most facts of each template that can matter together; null: any number may. */
export type FactCounts = ReadonlyMap<string, number>;

/**
 * Number of facts of each template that suffices to show any behaviour: enough that for one rule of each choice
 * the facts that it matches are kept, and that no rule fires that did not before.
 *
 * It rests on this: where rules change no facts, taking facts away makes a rule fire that did not only when a `not` of
 * it had a fact in its way. So of any facts keep those that the rules matched, and for each match of the other patterns
 * of a rule with a `not` the facts in its way: what fired fires, and nothing else does.
 *
 * @param choices rules of which one, at most, has to go on firing, each choice of its own
 * @param all every rule that may decide
 * @param added templates of which a fact is also added
 */
export function factsNeeded(
  choices: readonly (readonly Rule[])[],
  all: readonly Rule[],
  added: readonly string[] = [],
): FactCounts | null {
  const needed = new Map<string, number>();
  const more = (template: string, count: number): unknown =>
    needed.set(template, (needed.get(template) ?? 0) + count);
  for (const choice of choices) {
    const most = new Map<string, number>();
    for (const rule of choice) {
      const ways = shapesOf(rule);
      if (ways === null) return null;
      for (const { matched } of ways)
        for (const [template, count] of countsOf(matched))
          most.set(template, Math.max(count, most.get(template) ?? 0));
    }
    for (const [template, count] of most) more(template, count);
  }
  const guarded: Shape[] = [];
  for (const rule of all) {
    const ways = shapesOf(rule);
    if (ways === null) return null;
    guarded.push(...ways.filter(({ groups }) => groups.length > 0));
  }
  // Rows of a relation are not counted.
  if (guarded.some(({ matched }) => matched.some((name) => relationOf(name) !== null))) return null;
  const enough = withFactsInTheWay(needed, guarded, added);
  return enough === null ? null : new Map([...enough].filter(([name]) => relationOf(name) === null));
}

/** Facts of a template beyond which there are too many requests in any case. */
const MOST_FACTS = 20;

/** With the facts that keep rules from firing; these may be matched in turn. `null` if it is endless, or too many. */
function withFactsInTheWay(
  kept: FactCounts,
  guarded: readonly Shape[],
  added: readonly string[],
): FactCounts | null {
  let before = kept;
  for (;;) {
    const needed = new Map(kept);
    for (const { matched, groups } of guarded) {
      const there = (name: string): number => (before.get(name) ?? 0) + (added.includes(name) ? 1 : 0);
      const matches = matched.reduce((count, name) => count * there(name), 1);
      for (const [name, count] of countsOf(groups.flat()))
        needed.set(name, (needed.get(name) ?? 0) + count * matches);
    }
    if ([...needed.values()].some((count) => count > MOST_FACTS)) return null;
    if ([...needed].every(([name, count]) => count === (before.get(name) ?? 0))) return needed;
    before = needed;
  }
}

/** A steady ruleset has no functions whose answer can change. */
const NONE: ReadonlySet<number> = new Set();

/** True if facts of a ruleset can be counted: no rule changes facts, reads their number or the clock. */
export function isCountable(checked: Ruleset): boolean {
  const brought = new Set(
    checked.templates.filter(({ scope }) => scope === 'session').map(({ name }) => name),
  );
  return (
    isSteady(checked) &&
    checked.rules.every((rule) => {
      const patterns = patternsOf(rule.when);
      const addresses = new Set(patterns.map(({ address }) => address));
      return (
        patterns.every(({ template }) => brought.has(template) || relationOf(template) !== null) &&
        askedExpressions({ rules: [rule] }).every(
          ({ expression }) =>
            !isVolatile(expression, NONE) &&
            ![...variablesOf(expression)].some((name) => addresses.has(name)),
        )
      );
    })
  );
}

/** A way to match a rule: templates of the facts that it takes, and of those that each `not` forbids. */
interface Shape {
  readonly matched: readonly string[];
  readonly groups: readonly (readonly string[])[];
}

/** `null` if groups are nested, or there are too many ways. */
function shapesOf({ when }: Rule): readonly Shape[] | null {
  try {
    const shapes = disjunctsOf({ when }).map((elements): Shape | null => {
      const nots = elements.flatMap((element) => (element.kind === 'not' ? [element.element] : []));
      const others = elements.filter(({ kind }) => kind !== 'not');
      if ([...nots, ...others].some(hasNot)) return null;
      return { matched: templatesOf(others), groups: nots.map((element) => templatesOf([element])) };
    });
    const known = shapes.flatMap((shape) => shape ?? []);
    return known.length === shapes.length ? known : null;
  } catch (error) {
    if (error instanceof OutOfBudget) return null;
    throw error;
  }
}

function hasNot(element: ConditionElement): boolean {
  if (element.kind === 'not') return true;
  return 'elements' in element && element.elements.some(hasNot);
}

function templatesOf(elements: readonly ConditionElement[]): readonly string[] {
  return patternsOf(elements)
    .map(({ template }) => template)
    .filter((name) => !RUN_TEMPLATES.has(name));
}

function countsOf(templates: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of templates) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
