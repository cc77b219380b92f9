import type { Report } from '../../diagnostics/report.ts';
import type { Rule } from '../../untyped.ts';
import type { RuleSyntax } from '../../syntax.ts';
import { MOST_ALTERNATIVES, MOST_PATTERNS, sizeOfAll } from '../rule/rule-size.ts';
import { checkThen } from '../rule/check-then.ts';
import { checkWhen } from '../rule/check-when.ts';
import { withAggregates } from '../rule/with-aggregates.ts';
import { checkTable } from '../table/check-table.ts';
import { MAIN, type Checked, type Pass } from '../checked.ts';
import { emptyEnvironment } from '../scope/environment.ts';
import { createRuleContext } from '../scope/rule-context.ts';
import { uniqueNames } from '../scope/unique-names.ts';

function checkRule(rule: RuleSyntax, module: string, checked: Checked, report: Report): Rule {
  const context = createRuleContext(rule, module, checked, report);
  const environment = emptyEnvironment();
  const when = checkWhen(rule.when, environment, context);
  const checkedRule: Rule = {
    name: rule.name.value,
    module,
    description: rule.description,
    salience: rule.salience?.value ?? 0,
    when,
    then: checkThen(rule, environment, context),
    at: rule.at,
  };
  return withAggregates(checkedRule, context.aggregates);
}

/** Whether a rule is small enough to be built; reported when not. */
function isBuildable({ name, when }: Pick<RuleSyntax, 'name' | 'when'>, report: Report): boolean {
  const { alternatives, patterns } = sizeOfAll(when);
  if (alternatives > MOST_ALTERNATIVES) {
    report.add('too-many-alternatives', name.at, { name: name.value, limit: MOST_ALTERNATIVES });
    return false;
  }
  if (patterns <= MOST_PATTERNS) return true;
  report.add('too-many-patterns', name.at, { name: name.value, limit: MOST_PATTERNS });
  return false;
}

/** Rules have names that are unique in their module, and tables of the ruleset; they load in the order in which they stand. */
export const checkRules: Pass = (checked, report) => {
  const { ruleGroups } = checked.syntax;
  const moduleOf = (group: (typeof ruleGroups)[number]): string => group.module?.value ?? MAIN;
  const loaded = new Set<RuleSyntax>();
  for (const module of new Set(ruleGroups.map(moduleOf))) {
    const rules = ruleGroups.filter((group) => moduleOf(group) === module).flatMap(({ rules }) => rules);
    for (const rule of uniqueNames('rule', rules, report)) loaded.add(rule);
  }
  const tables = new Set(
    uniqueNames(
      'table',
      ruleGroups.flatMap((group) => group.tables),
      report,
    ),
  );
  const rules = ruleGroups.flatMap((group) => [
    ...group.rules
      .filter((rule) => loaded.has(rule) && isBuildable(rule, report))
      .map((rule) => checkRule(rule, moduleOf(group), checked, report)),
    ...group.tables
      .filter((table) => tables.has(table) && isBuildable(table, report))
      .flatMap((table) => checkTable(table, table.module?.value ?? moduleOf(group), checked, report)),
  ]);
  return { ...checked, rules };
};
