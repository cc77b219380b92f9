import type { AggregateSyntax } from '../../tables-syntax.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import type { Slot } from '../../ruleset.ts';
import type { ConditionSyntax, WhenSyntax } from '../../syntax.ts';
import { aggregateCall, type Choices } from '../scope/aggregate-call.ts';
import { nested, type DraftPattern, type Environment } from '../scope/environment.ts';
import { bindSlot, resolveAlias, variablesOf } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { checkCondition, type ConditionScope } from './check-condition.ts';
import { checkPattern } from './check-pattern.ts';
import { refuseReading } from './aggregate-reading.ts';
import { checkOf, valueSlot } from './check-aggregate-value.ts';
import { checkExpressionSource } from './check-expression-source.ts';
import { asTest } from './check-test.ts';
import { expressionOf } from './field-expression.ts';

/**
 * An aggregate: its value is a variable of the rule that represents a call, and its `expression` is evaluated
 * behind the stage, as everything is that uses the variable. What its patterns bind stays in it.
 */
export function checkAggregate(
  syntax: AggregateSyntax,
  environment: Environment,
  context: RuleContext,
): void {
  environment.stage.value = true;
  context.judged.value = 'stage';
  const inner = nested(environment);
  const patterns = syntax.elements.map((element) => checkElement(element, inner, context));
  if (patterns.includes(null)) {
    context.incomplete.value = true;
    return;
  }
  const tests = checkTests(syntax.elements, inner, context);
  const choices: Choices = { patterns: patterns.flatMap((pattern) => pattern ?? []), tests, at: syntax.at };
  const of = syntax.of === null ? null : checkOf(syntax, choices, inner, context);
  if (syntax.of !== null && of === null) {
    context.incomplete.value = true;
    return;
  }
  const call = aggregateCall(syntax.fold, of, choices, environment, context);
  if (syntax.fold === 'min' || syntax.fold === 'max') {
    const { call: test, integer } = buildAt(syntax.at);
    const count = aggregateCall('count', null, choices, environment, context);
    environment.guards.push({ kind: 'test', expression: test('>', count, integer(0)), at: syntax.at });
  }
  const shown = syntax.as?.value ?? syntax.fold;
  const name = context.fresh(shown);
  context.aggregates.set(name, { name: shown, call });
  const slot = valueSlot(syntax, of);
  checkExpression(syntax, slot, name, environment, context);
  if (syntax.as === null) return;
  if (syntax.asList !== slot.list) {
    const written = (slot.list ? '$?' : '?') + syntax.as.value;
    context.report.add('aggregate-name', syntax.as.at, { fold: syntax.fold, written });
  }
  if (environment.variables.has(syntax.as.value)) {
    const { value, at } = syntax.as;
    context.report.add('duplicate-name', at, { kind: 'variable', name: value, file: at.file });
  }
  environment.variables.set(syntax.as.value, { name, type: slot.type, list: slot.list });
}

/** A pattern with conditions on its slots, and tests; null: it was reported. */
function checkElement(element: WhenSyntax, inner: Environment, context: RuleContext): DraftPattern | null {
  const refuse = (what: string): null => {
    context.report.add('aggregate-content', element.at, { what });
    return null;
  };
  if (element.kind !== 'pattern') {
    return refuse(element.kind === 'aggregate' ? `\`${element.fold}\`` : `\`${element.kind}\``);
  }
  if (element.conditions.some(({ now }) => now !== null)) return refuse('`now`');
  const items = element.conditions.find(({ each }) => each !== null)?.each;
  if (items) {
    context.report.add('aggregate-each', items.at);
    return null;
  }
  const before = inner.temporal.length;
  const pattern = checkPattern(element, inner, context);
  if (inner.temporal.length > before) {
    const recent = element.conditions.find(({ expression }) => expression?.operator.value === 'within_last');
    return recent
      ? refuseRecent(element, recent, context)
      : refuse('a temporal condition or the value of an aggregate');
  }
  return pattern;
}

/** `within_last` in an aggregate: facts of a span of time are counted by `rate_exceeds`. */
function refuseRecent(
  { template, conditions }: Extract<WhenSyntax, { kind: 'pattern' }>,
  { slot, expression }: ConditionSyntax,
  { report }: RuleContext,
): null {
  const other = conditions.find(
    (one) => one.slot !== null && one.slot.value !== slot?.value && one.expression,
  );
  const value = other?.expression?.operator.value === 'equals' ? other.expression.raw.value : 'VALUE';
  const counted = `${template.value}, ${other?.slot?.value ?? 'SLOT'}, ${value}`;
  const meant = `rate_exceeds(${counted}, COUNT, ${expression?.raw.value ?? '5m'}, ${slot?.value ?? 'ts'})`;
  report.add('aggregate-recent', expression?.at ?? template.at, { meant });
  return null;
}

/** The tests of all patterns, which see what each of them binds; wrong ones are reported, and left out. */
function checkTests(
  elements: readonly WhenSyntax[],
  inner: Environment,
  context: RuleContext,
): readonly Expression[] {
  const tests = elements.flatMap((element) =>
    element.kind === 'pattern' ? element.conditions.flatMap(({ test }) => test ?? []) : [],
  );
  return tests.flatMap((source) => {
    const checked = checkExpressionSource(source, inner, context, true);
    if (checked === null || refuseReading(checked.expression, source.at, context)) return [];
    return asTest(checked, source, context) ?? [];
  });
}

function checkExpression(
  { expression }: AggregateSyntax,
  slot: Slot,
  name: string,
  environment: Environment,
  context: RuleContext,
): void {
  if (expression === null) return;
  const scope: ConditionScope = {
    reference(alias, named, at) {
      const found = resolveAlias(alias, at, environment, context);
      return found && bindSlot(found, named, at, context);
    },
    ...variablesOf(environment, context),
    sibling: () => null,
  };
  for (const test of checkCondition(expression, slot, scope, context)) {
    const judged = expressionOf(test, buildAt(test.at).variable(name));
    environment.temporal.push({ kind: 'test', expression: judged, at: test.at });
  }
}
