import { closestName } from '../../compiler/diagnostics/suggest.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { Expectation, Path, Suite, SuiteProblem } from '../../library/suite/suite.ts';
import type { TestRuleset } from './test-ruleset.ts';

type Names = Pick<TestRuleset, 'rules' | 'slots' | 'budgets'>;

/**
 * The names in expectations that the ruleset does not have: an `excludes` of a rule that does not exist would always
 * hold. Facts given are not looked at; a case may expect that they are refused.
 */
export function checkNames({ cases, properties, placeOf }: Suite, names: Names): readonly SuiteProblem[] {
  const problems: SuiteProblem[] = [];
  const unknown = (
    path: Path,
    what: string,
    name: string,
    known: Iterable<string>,
    whole: string | null = null,
  ): void => {
    const meant = whole ?? closestName(name, known)();
    const hint = meant === null ? '' : ` (did you mean '${meant}'?)`;
    problems.push({ ...placeOf(path), message: `the ruleset has no ${what} '${name}'${hint}` });
  };
  const unknownRule = (path: Path, rule: string): void => {
    const whole = [...names.rules].filter((name) => name.endsWith(`::${rule}`));
    unknown(path, 'rule', rule, names.rules, whole.length === 1 ? whole[0] : null);
  };
  const checkFact = ({ template, data }: WrittenFact, path: Path): void => {
    const slots = names.slots.get(template);
    if (slots === undefined) return unknown(path, 'template', template, names.slots.keys());
    for (const slot of Object.keys(data))
      if (!slots.has(slot)) unknown(path, `slot of ${template}`, slot, slots);
  };
  const checkBudget = (name: string, path: Path): void => {
    if (!names.budgets.has(name)) unknown(path, 'budget', name, names.budgets);
  };
  const checkExpectation = ({ path, fired, facts, exceeded, budgets }: Expectation): void => {
    exceeded?.forEach((name, i) => checkBudget(name, [...path, 'exceeded', i]));
    budgets?.forEach(({ budget }, i) => checkBudget(budget, [...path, 'budgets', i, 'budget']));
    for (const [key, rules] of Object.entries(fired ?? {}))
      for (const rule of (rules as readonly string[] | undefined) ?? [])
        if (!names.rules.has(rule)) unknownRule([...path, 'fired', key], rule);
    for (const key of ['includes', 'excludes'] as const)
      facts?.[key]?.forEach((fact, i) => checkFact(fact, [...path, 'facts', key, i]));
  };
  for (const property of properties)
    for (const template of property.kind === 'monotone' ? property.added : [])
      if (!names.slots.has(template))
        unknown([...property.path, 'under'], 'template', template, names.slots.keys());
  for (const { expect, steps } of cases) {
    if (expect !== null) checkExpectation(expect);
    for (const step of steps ?? [])
      if ('expect' in step && step.expect !== null) checkExpectation(step.expect);
  }
  return problems;
}
