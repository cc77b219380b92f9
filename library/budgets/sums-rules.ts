import type { Rule, Ruleset } from '../../compiler/ruleset.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';

/** True for a rule that the compiler wrote for the sums of a budget: none of its conditions is the author's. */
export function isSumsRule({ when: [first] }: Pick<Rule, 'when'>): boolean {
  return first?.kind === 'pattern' && first.template === BUDGET_TEMPLATE;
}

/** True for the rule of a missing amount, key or limit. Most budgets miss none. */
export function isUnknownSumsRule(rule: Rule, { budgets = [] }: Pick<Ruleset, 'budgets'>): boolean {
  return isSumsRule(rule) && !budgets.some(({ name }) => name === rule.name);
}
