import type { Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { isSumsRule } from '../../../library/budgets/sums-rules.ts';
import type { BudgetInfo } from '../../../runtime/budget-info.ts';
import type { RawFinding, Unknown } from '../analysis.ts';
import type { Outcome } from '../evidence.ts';
import type { FindingCode } from '../codes.ts';

export function nameOf({ module, name }: Rule): string {
  return `${module}::${name}`;
}

/** A finding about a rule, for all facts or with an evaluation that shows it. */
export function aboutRule(
  code: FindingCode,
  rule: Rule,
  message: string,
  others: readonly Rule[] = [],
  shown: Outcome | null = null,
): RawFinding {
  return { code, rule: nameOf(rule), message, at: rule.at, with: others.map(nameOf), ...shownBy(shown) };
}

/** A finding about a budget, for all facts. It is placed where the budget is. */
export function aboutBudget(
  code: FindingCode,
  { name }: BudgetInfo,
  message: string,
  { rules }: Pick<Ruleset, 'rules'>,
): RawFinding {
  const at = rules.find((rule) => rule.name === name && isSumsRule(rule))!.at;
  return { code, rule: null, message: `budget ${name}: ${message}`, at, with: [], facts: null };
}

export function shownBy(outcome: Outcome | null): Pick<RawFinding, 'facts' | 'input'> {
  if (outcome === null) return { facts: null };
  const { facts, input } = outcome.request;
  return input === null ? { facts } : { facts, input };
}

export function unknownOf(code: FindingCode, rule: Rule | null, why: Unknown['why']): Unknown {
  return { code, rule: rule === null ? null : nameOf(rule), why };
}
