import type { BudgetInfo, BudgetKey } from '../../../runtime/budget-info.ts';
import type { BudgetSyntax } from '../../budget-syntax.ts';
import type { Report } from '../../diagnostics/report.ts';
import { useRuleName } from '../../budget-paths.ts';
import { checkBudgetAmount } from '../budget/amount.ts';
import { checkBudgetLimit } from '../budget/limit.ts';
import { shapeOf } from '../budget/shape.ts';
import { checkBudgetSource, keyName, type BudgetPlace } from '../budget/source.ts';
import { MAIN, type Checked, type Pass } from '../checked.ts';
import { findTemplate } from '../scope/find-template.ts';
import { uniqueNames } from '../scope/unique-names.ts';

/** Budgets: what they count, by what, and up to which limit. Their rules are checked as rules. */
export const checkBudgets: Pass = (checked, report) => {
  const { budgets } = checked.syntax;
  const [first] = budgets;
  if (first === undefined) return checked;
  const decide = checked.syntax.decides[0];
  if (checked.decide !== 'deny-overrides') report.add('budget-decide', decide?.at ?? first.at);
  const unique = uniqueNames('budget', budgets, report);
  return { ...checked, budgets: unique.flatMap((budget) => checkBudget(budget, checked, report) ?? []) };
};

function checkBudget(budget: BudgetSyntax, checked: Checked, report: Report): BudgetInfo | null {
  const place = placeOf(budget, checked, report);
  if (place === null) return null;
  const per = budget.per.flatMap((path): readonly BudgetKey[] => {
    const source = checkBudgetSource(path, 'per', place);
    return source === null ? [] : [{ name: keyName(path), ...source }];
  });
  const unique = uniqueNames(
    'key',
    budget.per.map((path) => ({ name: { value: keyName(path), at: path.at } })),
    report,
  );
  const amount = checkBudgetAmount(budget, place);
  const limit = checkBudgetLimit(
    budget,
    per.map(({ name }) => name),
    place,
  );
  if (amount === null || limit === null || per.length < unique.length) return null;
  const { name, window, onExceed, reserve, condition } = budget;
  const info = {
    name: name.value,
    template: place.template?.name ?? null,
    use: condition === null ? null : `${MAIN}::${useRuleName(budget)}`,
    per,
    amount,
    limit,
    window: window.value,
    onExceed,
    reserve,
  };
  return { ...info, shape: shapeOf(info, condition) };
}

/** The template that the budget counts; null (reported) if it can count nothing. */
function placeOf(budget: BudgetSyntax, checked: Checked, report: Report): BudgetPlace | null {
  const { for: of } = budget;
  if (of.value === 'input' && checked.templates.get('input')?.from !== 'caller')
    return { budget, template: null, checked, report };
  const template = findTemplate(of, { checked, report });
  if (template === null) return null;
  if (template.from === 'document' || template.scope === 'fleet') {
    report.add('budget-for', of.at, { name: of.value });
    return null;
  }
  refuseChanges(budget, checked, report);
  return { budget, template, checked, report };
}

/** A fact that a rule takes away before it is counted would be free. */
function refuseChanges(budget: BudgetSyntax, { rules }: Checked, report: Report): void {
  const template = budget.for.value;
  for (const rule of rules) {
    const changed = rule.then.effects.some((effect) =>
      effect.kind === 'modify'
        ? effect.template === template
        : effect.kind === 'retract' &&
          rule.when.some((element) => bindsFact(element, effect.address, template)),
    );
    if (!changed) continue;
    const parameters = { rule: rule.name, template, name: budget.name.value };
    report.add('budget-changed-facts', rule.at, parameters);
  }
}

type Element = Checked['rules'][number]['when'][number];

function bindsFact(element: Element, address: string, template: string): boolean {
  if (element.kind === 'pattern') return element.address === address && element.template === template;
  if (element.kind === 'test') return false;
  if (element.kind === 'not') return bindsFact(element.element, address, template);
  return element.elements.some((inner) => bindsFact(inner, address, template));
}
