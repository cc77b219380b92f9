import type { Report } from '../../diagnostics/report.ts';
import type { Rule } from '../../untyped.ts';
import type { RuleSyntax } from '../../syntax.ts';
import { MOST_ALTERNATIVES, MOST_PATTERNS, MOST_WEIGHT, sizeOfAll, weightOf } from '../rule/rule-size.ts';
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
    ...(rule.named === undefined || rule.named.length === 0 ? {} : { named: rule.named }),
    ...(rule.closesWithout === undefined || rule.closesWithout.length === 0
      ? {}
      : { closesWithout: rule.closesWithout }),
    ...(rule.infix === undefined ? {} : { infix: rule.infix }),
    at: rule.at,
  };
  return withAggregates(checkedRule, context.aggregates);
}

/** A rule, or a table, whose rows are rules with its left side. */
interface Sized {
  readonly rule: Pick<RuleSyntax, 'name' | 'when'>;
  readonly rows: number;
}

/** Selects the rules that are small enough to be built, in order; reports the others. */
function createSizeCheck(report: Report): (sized: Sized) => boolean {
  let weight = 0;
  return ({ rule: { name, when }, rows }) => {
    const size = sizeOfAll(when);
    if (size.alternatives > MOST_ALTERNATIVES) {
      report.add('too-many-alternatives', name.at, { name: name.value, limit: MOST_ALTERNATIVES });
      return false;
    }
    if (size.patterns > MOST_PATTERNS) {
      report.add('too-many-patterns', name.at, { name: name.value, limit: MOST_PATTERNS });
      return false;
    }
    const before = weight;
    weight += rows * weightOf(size);
    // Only the rule that passes the bound is reported, not every one after it.
    if (before <= MOST_WEIGHT && weight > MOST_WEIGHT)
      report.add('rules-too-large', name.at, { name: name.value, limit: MOST_WEIGHT });
    return weight <= MOST_WEIGHT;
  };
}

/** Names of rules are unique in their module, names of tables in the ruleset; both load in document order. */
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
  const isBuildable = createSizeCheck(report);
  const rules = ruleGroups.flatMap((group) => [
    ...group.rules
      .filter((rule) => loaded.has(rule) && isBuildable({ rule, rows: 1 }))
      .map((rule) => checkRule(rule, moduleOf(group), checked, report)),
    ...group.tables
      .filter((table) => tables.has(table) && isBuildable({ rule: table, rows: table.rows.length + 1 }))
      .flatMap((table) => checkTable(table, table.module?.value ?? moduleOf(group), checked, report)),
  ]);
  return { ...checked, rules };
};
