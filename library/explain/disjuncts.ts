import type { ConditionElement, Pattern, Rule } from '../../compiler/ruleset.ts';
import { OutOfBudget } from './out-of-budget.ts';

/** One way in which a rule can match: its elements without `any` and groups at the top. */
export type Disjunct = readonly ConditionElement[];

/** More ways than this are not looked at one by one. */
const MOST = 1_000;

function expand(elements: readonly ConditionElement[]): readonly Disjunct[] {
  return elements.reduce<readonly Disjunct[]>(
    (before, element) => {
      if (element.kind !== 'and' && element.kind !== 'or') return before.map((one) => [...one, element]);
      const ways =
        element.kind === 'and'
          ? expand(element.elements)
          : element.elements.flatMap((branch) => expand([branch]));
      if (ways.length * before.length > MOST) throw new OutOfBudget();
      return before.flatMap((one) => ways.map((way) => [...one, ...way]));
    },
    [[]],
  );
}

/** The ways in which a rule can match, one for each choice of branches. Throws OutOfBudget when there are too many. */
export function disjunctsOf({ when }: Pick<Rule, 'when'>): readonly Disjunct[] {
  return expand(when);
}

/** The patterns that bind a fact each. */
export function boundPatterns(disjunct: Disjunct): readonly Pattern[] {
  return disjunct.filter((element): element is Pattern => element.kind === 'pattern');
}
