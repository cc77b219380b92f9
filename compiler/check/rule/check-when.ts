import type { ConditionElement } from '../../untyped.ts';
import type { PatternSyntax, SourceText, WhenSyntax } from '../../syntax.ts';
import { checkExpressionSource } from './check-expression-source.ts';
import { asTest } from './check-test.ts';
import { checkPattern } from './check-pattern.ts';
import { behindHiddenFact } from './behind-hidden-fact.ts';
import { checkAggregate } from './check-aggregate.ts';
import { intersect, unite, type Domain } from '../scope/domain.ts';
import { hideGroup, nested, type Environment } from '../scope/environment.ts';
import { domainOf } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** The left side of a rule: its elements, and behind all of them its test elements in source order. */
export function checkWhen(
  when: readonly WhenSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ConditionElement[] {
  const elements = checkElements(when, environment, context);
  const tests = checkTests(testsOf(when), environment, context);
  return [...elements, ...behindHiddenFact(tests, environment, context, when.at(-1)?.at)];
}

function checkElements(
  list: readonly WhenSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ConditionElement[] {
  return list.flatMap((element) => checkElement(element, environment, context) ?? []);
}

function checkElement(
  element: WhenSyntax,
  environment: Environment,
  context: RuleContext,
): ConditionElement | null {
  switch (element.kind) {
    case 'pattern':
      return checkPattern(element, environment, context);
    case 'not':
      return negated(checkGroup(element.elements, environment, context), element);
    case 'exists': {
      const elements = checkGroup(element.elements, environment, context);
      return elements.length === 0 ? null : { kind: 'exists', elements, at: element.at };
    }
    case 'any':
      return checkAny(element, environment, context);
    case 'forall':
      return checkForall(element, environment, context);
    case 'aggregate':
      checkAggregate(element, environment, context);
      return null;
  }
}

/** The elements of a group; what they bind stays in the group. */
function checkGroup(
  list: readonly WhenSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ConditionElement[] {
  const inner = nested(environment);
  const elements = checkGroupElements(list, inner, context);
  hideGroup(environment, inner);
  return elements;
}

/**
 * The tests of a group come behind its last positive pattern: all their variables are bound there, and CLIPS 6.30 does
 * not survive a test behind a group inside a group (clips-order.md, 11).
 */
function checkGroupElements(
  list: readonly WhenSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ConditionElement[] {
  const elements = checkElements(list, environment, context);
  const tests = behindHiddenFact(checkTests(testsOf(list), environment, context), environment, context);
  const last = elements.findLastIndex(({ kind }) => kind === 'pattern' || kind === 'or');
  return [...elements.slice(0, last + 1), ...tests, ...elements.slice(last + 1)];
}

function negated(elements: readonly ConditionElement[], { at }: WhenSyntax): ConditionElement | null {
  const element = together(elements, at);
  return element && { kind: 'not', element, at };
}

function together(elements: readonly ConditionElement[], at: WhenSyntax['at']): ConditionElement | null {
  const [only] = elements;
  if (only === undefined || elements.length === 1) return only ?? null;
  return { kind: 'and', elements, at };
}

/** `forall` as CLIPS lowers it: not(each and not(must)). */
function checkForall(
  { each, must, at }: Extract<WhenSyntax, { kind: 'forall' }>,
  environment: Environment,
  context: RuleContext,
): ConditionElement | null {
  const inner = nested(environment);
  const start = checkGroupElements([each], inner, context);
  const counter = negated(checkGroup(must, inner, context), { kind: 'not', elements: must, at });
  hideGroup(environment, inner);
  const element = together(counter ? [...start, counter] : start, at);
  return element && { kind: 'not', element, at };
}

function checkAny(
  { branches, at }: Extract<WhenSyntax, { kind: 'any' }>,
  environment: Environment,
  context: RuleContext,
): ConditionElement | null {
  const inners = branches.map(() => nested(environment, true));
  const elements = branches.flatMap((branch, index) => {
    const inner = inners[index];
    return inner ? (together(checkGroupElements(branch, inner, context), at) ?? []) : [];
  });
  rememberBranches(environment, inners);
  bindCommon(environment, inners, context);
  return elements.length === 0 ? null : { kind: 'or', elements, at };
}

/** Variables that every branch binds in the same way stay bound after `any`; the others are recorded as unusable. */
function bindCommon(environment: Environment, branches: readonly Environment[], context: RuleContext): void {
  const names = new Set(branches.flatMap(({ variables }) => [...variables.keys()]));
  for (const name of names) {
    if (environment.variables.has(name)) continue;
    const bound = branches.map((branch) => ({ branch, variable: branch.variables.get(name) }));
    const first = bound[0]?.variable;
    const isCommon = bound.every(
      ({ variable }) => variable?.name === first?.name && variable?.type === first?.type,
    );
    if (first === undefined || !isCommon) {
      environment.hidden.set(name, 'branch');
      continue;
    }
    environment.variables.set(name, first);
    const domains = bound.map(({ branch }) => domainOf(first.name, first.type, branch, context));
    environment.domains.set(first.name, domains.reduce(unite));
  }
}

/** CLIPS makes a rule of each branch, so that what one of them leaves of a variable counts behind `any`. */
function rememberBranches(environment: Environment, branches: readonly Environment[]): void {
  const { branched } = environment;
  const remember = (name: string, domain: Domain): void => {
    const known = branched.get(name);
    branched.set(name, known === undefined ? domain : intersect(known, domain));
  };
  const before = new Map(branched);
  for (const branch of branches) {
    for (const [name, domain] of branch.domains)
      if (environment.domains.get(name) !== domain) remember(name, domain);
    for (const [name, domain] of branch.branched) if (before.get(name) !== domain) remember(name, domain);
  }
}

function testsOf(list: readonly WhenSyntax[]): readonly SourceText[] {
  const patterns = list.filter((element): element is PatternSyntax => element.kind === 'pattern');
  return patterns.flatMap(({ conditions }) => conditions.flatMap(({ test }) => (test ? [test] : [])));
}

function checkTests(
  tests: readonly SourceText[],
  environment: Environment,
  context: RuleContext,
): readonly ConditionElement[] {
  return tests.flatMap((source): readonly ConditionElement[] => {
    const checked = checkExpressionSource(source, environment, context, true);
    const expression = checked && asTest(checked, source, context);
    if (expression === null) return [];
    const test: ConditionElement = { kind: 'test', expression, at: source.at };
    if (!checked?.readsClock) return [test];
    // As other conditions on the clock, it is judged behind the tick.
    environment.temporal.push(test);
    context.judged.value ??= 'tick';
    return [];
  });
}
