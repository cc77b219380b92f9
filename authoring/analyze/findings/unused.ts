import type { TypedExpression } from '../../../compiler/language/expression/typed-expression.ts';
import { partsOf, variablesOf } from '../../../compiler/language/expression/variables.ts';
import { patternsOf } from '../../../compiler/left-side.ts';
import { askedExpressions } from '../../../compiler/plan/conditions.ts';
import type { ReasonPart, Rule, Ruleset, Template } from '../../../compiler/ruleset.ts';
import type { TemporalMeaning } from '../../../compiler/temporal-meaning.ts';
import { BUDGET_TEMPLATE } from '../../../runtime/values/budget-names.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { writtenExpressions } from '../../../library/constants/written-expressions.ts';
import { nameOf } from './finding.ts';

/** Templates, slots and asserted facts that no rule reads. What callers read of the facts at the end is not known. */
export function findUnused({ explainable }: AnalysisContext): Findings {
  const { checked } = explainable;
  const read = readOf(checked);
  const findings: RawFinding[] = [];
  for (const template of checked.templates) {
    // A declared document demands members whether rules name them or not.
    if (explainable.document.has(template.name) || template.name === BUDGET_TEMPLATE) continue;
    const slots = read.get(template.name);
    const about = { rule: null, with: [], facts: null };
    const writers = checked.rules.filter((rule) => asserts(rule, template));
    if (slots === undefined) {
      const [writer] = writers;
      const [code, what] =
        writer === undefined
          ? (['unused-template', 'no rule reads or asserts it'] as const)
          : (['unused-fact', `${writers.map(nameOf).join(', ')} asserts it and no rule reads it`] as const);
      findings.push({ ...about, code, message: `template ${template.name}: ${what}`, at: template.at });
      continue;
    }
    for (const slot of template.slots)
      if (!slots.has(slot.name))
        findings.push({
          ...about,
          code: 'unused-slot',
          message: `slot ${slot.name} of ${template.name}: no rule reads it`,
          at: slot.at,
        });
  }
  return { findings, unknown: [] };
}

function asserts({ then }: Rule, { name }: Template): boolean {
  return then.effects.some((effect) => effect.kind === 'assert' && effect.template === name);
}

/** The slots that are read, by template; a template is present if its facts are read at all. */
function readOf(ruleset: Ruleset): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  const of = (template: string): Set<string> => {
    const known = read.get(template) ?? new Set();
    read.set(template, known);
    return known;
  };
  for (const rule of ruleset.rules) {
    const used = usedVariables(rule);
    for (const { template, fields } of patternsOf(rule.when)) {
      const slots = of(template);
      for (const { slot, constraints, each } of fields) {
        const [lead] = constraints;
        // A list whose items are taken one by one is read: there are as many matches as items.
        const isNamed = lead?.kind === 'variable' && constraints.length === 1 && each === undefined;
        if (!isNamed || (used.get(lead.name) ?? 0) > 1) slots.add(slot);
      }
    }
  }
  const wholly = (template: string): void => {
    for (const slot of ruleset.templates.find(({ name }) => name === template)?.slots ?? [])
      of(template).add(slot.name);
  };
  const bodies = ruleset.typedFunctions.flatMap(({ body }) => body);
  const asked = askedExpressions(ruleset).map(({ expression }) => expression);
  for (const template of [...bodies, ...asked, ...ruleset.rules.flatMap(writtenExpressions)].flatMap(queried))
    wholly(template);
  for (const { meaning } of ruleset.temporal) {
    for (const template of templatesOf(meaning)) wholly(template);
  }
  for (const { template, limit } of ruleset.budgets ?? []) {
    // Two uses may differ only in slots that no key or amount reads.
    if (template !== null) wholly(template);
    if (limit.kind === 'fact') for (const slot of [limit.slot, ...limit.join]) of(limit.template).add(slot);
  }
  const { subjects = [], resources = [], actions = [] } = ruleset.authzen ?? {};
  for (const { template, slot } of [...subjects, ...resources, ...actions]) of(template).add(slot);
  return read;
}

function templatesOf(meaning: TemporalMeaning): readonly string[] {
  switch (meaning.kind) {
    case 'sequence':
      return meaning.steps.map(({ template }) => template);
    case 'aggregate':
      return meaning.aggregate.patterns.map(({ template }) => template);
    default:
      return [meaning.template];
  }
}

/** Templates that the fact queries of an expression ask. */
function queried(expression: TypedExpression): readonly string[] {
  const own = expression.kind === 'fact-query' ? expression.sets.flatMap(({ templates }) => templates) : [];
  return [...own, ...partsOf(expression).flatMap(queried)];
}

/** Number of times that a rule names each of its variables. */
function usedVariables(rule: Rule): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { fields } of patternsOf(rule.when))
    for (const { constraints } of fields)
      for (const one of constraints) if (one.kind === 'variable') count(one.name);
  const { then } = rule;
  const texts: readonly (readonly ReasonPart[])[] = [
    then.reason,
    then.scope ?? [],
    ...then.metadata.map(([, parts]) => parts),
  ];
  for (const part of texts.flat()) if (part.kind === 'variable') count(part.name);
  const expressions = [
    ...askedExpressions({ rules: [rule] }).map(({ expression }) => expression),
    ...writtenExpressions(rule),
  ];
  for (const expression of expressions) for (const name of variablesOf(expression)) count(name);
  return counts;
}
