import type { ConditionElement, Pattern, Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { relationOf } from '../../../compiler/relation.ts';
import { RUN_TEMPLATES } from '../../../compiler/hidden-templates.ts';
import { variablesOf } from '../../../compiler/language/expression/variables.ts';
import { disjunctsOf } from '../../../library/explain/disjuncts.ts';
import { OutOfBudget } from '../../../library/explain/out-of-budget.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import type { DocumentParts } from '../../../compiler/document-parts.ts';
import { partText } from '../../../library/document/path-text.ts';
import { nameOf } from './finding.ts';

/** Patterns whose facts are all tried with all facts of those before them. */
export function findJoins({ explainable }: AnalysisContext): Findings {
  const { checked } = explainable;
  const single = new Set([...singleTemplates(checked), ...singlePlaces(explainable.document)]);
  const ofDocument = new Set(
    checked.templates.filter(({ from }) => from === 'document').map(({ name }) => name),
  );
  const findings = checked.rules.flatMap((rule) => [
    ...crossingsOf(rule, single, explainable.document),
    ...registersOf(rule, ofDocument),
  ]);
  return { findings, unknown: [] };
}

/** Templates of which a document brings one fact at most, and no rule asserts more. */
function singleTemplates({ input, rules }: Ruleset): ReadonlySet<string> {
  const asserted = new Set(
    rules.flatMap(({ then }) =>
      then.effects.flatMap((effect) => (effect.kind === 'assert' ? [effect.template] : [])),
    ),
  );
  const once = input.filter(({ each }) => each.length === 0).map(({ template }) => template);
  return new Set(
    once.filter(
      (template) => !asserted.has(template) && input.filter((one) => one.template === template).length === 1,
    ),
  );
}

/** A document has one of each of its places outside of lists. */
const singlePlaces = (parts: DocumentParts): readonly string[] =>
  [...parts].flatMap(([name, { levels }]) => (levels.length === 1 ? [name] : []));

function crossingsOf(
  rule: Rule,
  single: ReadonlySet<string>,
  document: DocumentParts,
): readonly RawFinding[] {
  const found = new Map<Pattern, RawFinding>();
  for (const elements of waysOf(rule)) {
    const bound = new Set<string>();
    const many: string[] = [];
    for (const element of elements) {
      if (element.kind !== 'pattern' || RUN_TEMPLATES.has(element.template)) continue;
      // A relation has the rows that it has: they do not grow with the facts.
      const isMany = !single.has(element.template) && relationOf(element.template) === null;
      if (isMany && many.length > 0 && !isLookedUp(element, bound))
        found.set(element, crossing(rule, element, many, isCompared(element, elements, bound), document));
      if (isMany) many.push(element.template);
      for (const { constraints } of element.fields)
        for (const one of constraints) if (one.kind === 'variable') bound.add(one.name);
    }
  }
  return [...found.values()];
}

/**
 * Facts that a rule which closes compares with a path that may be missing. What is missing fits every fact, so none is
 * found by its value.
 */
function registersOf(rule: Rule, ofDocument: ReadonlySet<string>): readonly RawFinding[] {
  if (rule.named === undefined) return [];
  const owners = new Map<string, string>();
  const found = new Map<string, RawFinding>();
  for (const element of rule.when) {
    if (
      element.kind === 'pattern' &&
      !ofDocument.has(element.template) &&
      relationOf(element.template) === null
    )
      for (const { constraints } of element.fields)
        for (const one of constraints) if (one.kind === 'variable') owners.set(one.name, element.template);
    for (const { template, fields, at } of patternsBelow(element)) {
      if (!ofDocument.has(template)) continue;
      const compared = namesIn(fields).map((name) => owners.get(name));
      for (const register of compared) {
        if (register === undefined || found.has(register)) continue;
        const message = `every fact of ${register} is tried: it is compared with a path that may be missing. Declared with \`!\`, facts are found by its value`;
        found.set(register, {
          code: 'expensive-join',
          rule: nameOf(rule),
          message,
          at,
          with: [],
          facts: null,
        });
      }
    }
  }
  return [...found.values()];
}

/** Patterns inside of a `not`. */
function patternsBelow(element: ConditionElement): readonly Pattern[] {
  if (element.kind === 'not') return patternsIn(element.element);
  return 'elements' in element ? element.elements.flatMap(patternsBelow) : [];
}

function patternsIn(element: ConditionElement): readonly Pattern[] {
  if (element.kind === 'pattern') return [element];
  if (element.kind === 'not') return patternsIn(element.element);
  return 'elements' in element ? element.elements.flatMap(patternsIn) : [];
}

const namesIn = (fields: Pattern['fields']): readonly string[] =>
  fields.flatMap(({ constraints }) =>
    constraints.flatMap((one) =>
      one.kind === 'variable' ? [one.name] : one.kind === 'predicate' ? [...variablesOf(one.expression)] : [],
    ),
  );

function waysOf(rule: Rule): readonly (readonly ConditionElement[])[] {
  try {
    return disjunctsOf(rule);
  } catch (error) {
    if (error instanceof OutOfBudget) return [];
    throw error;
  }
}

/** A slot that equals a slot of an earlier fact is what the facts are found by. */
function isLookedUp({ fields }: Pattern, bound: ReadonlySet<string>): boolean {
  return fields.some(({ constraints }) =>
    constraints.some((one) => one.kind === 'variable' && !one.negated && bound.has(one.name)),
  );
}

/** True if a condition of the pattern, or a test after it, refers to earlier facts. */
function isCompared(
  pattern: Pattern,
  elements: readonly ConditionElement[],
  bound: ReadonlySet<string>,
): boolean {
  const own = new Set(
    pattern.fields.flatMap(({ constraints }) =>
      constraints.flatMap((one) => (one.kind === 'variable' && !bound.has(one.name) ? [one.name] : [])),
    ),
  );
  const isTested = elements.some((element) => {
    const names = element.kind === 'test' ? [...variablesOf(element.expression)] : [];
    return names.some((name) => own.has(name)) && names.some((name) => bound.has(name));
  });
  return isTested || isConditioned(pattern, bound);
}

function isConditioned({ fields }: Pattern, bound: ReadonlySet<string>): boolean {
  return fields.some(({ constraints }) =>
    constraints.some((one) => {
      const names =
        one.kind === 'variable'
          ? [one.name]
          : one.kind === 'predicate'
            ? [...variablesOf(one.expression)]
            : [];
      return names.some((name) => bound.has(name));
    }),
  );
}

function crossing(
  rule: Rule,
  pattern: Pattern,
  many: readonly string[],
  isCompared: boolean,
  document: DocumentParts,
): RawFinding {
  const names = [...many, pattern.template];
  const shown = (name: string): string => {
    const part = document.get(name);
    return part === undefined ? name : partText(part);
  };
  const growth = names.map((name) => (document.has(name) ? shown(name) : `facts of ${name}`)).join(' × ');
  const how = isCompared ? 'compared without an equality' : 'joined by no condition';
  return {
    code: 'expensive-join',
    rule: nameOf(rule),
    message: `${shown(pattern.template)} is ${how}: ${growth}; of 1,000 each ${(1_000 ** names.length).toLocaleString('en-US')} combinations are tried`,
    at: pattern.at,
    with: [],
    facts: null,
  };
}
