/** Comparisons as tests of the last pattern that they mention. */
import type { Span } from '../diagnostics/position.ts';
import type { Comparison } from '../short-tree.ts';
import type { ConditionSyntax } from '../syntax.ts';
import { hasKey } from './companions.ts';
import { type PatternContext, type PatternDraft } from './context.ts';
import { testCondition } from './new-condition.ts';
import { partsOf, type Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { hasTestForm, testForm, type TestWriter } from './test-form.ts';
import { call, sourceOf, type TestText } from './test-text.ts';

/** The operator that holds where the sign does not. */
const NEGATED: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

export const signOf = (sign: Comparison, isNegated: boolean): Comparison =>
  isNegated ? NEGATED[sign] : sign;

/** A comparison with the clock itself, which never equals a time of a request. */
const isBesideNow = (expression: Resolved): boolean =>
  expression.kind === 'comparison' &&
  (expression.left.kind === 'now' || expression.right.kind === 'now') &&
  (expression.sign.value === '==' || expression.sign.value === '!=');

/** Adds a comparison as a test of the last pattern that it mentions. */
export function lowerTest(context: PatternContext, expression: Resolved, isNegated: boolean): void {
  const { rule } = context;
  const { at } = expression;
  if (isBesideNow(expression)) {
    failRule(rule, 'short-now', at);
    return;
  }
  if (!hasTestForm(expression)) {
    const what = expression.kind === 'method' ? `\`${expression.operator.value}\`` : 'this';
    failRule(rule, 'short-no-test', at, { what });
    return;
  }
  const writer: TestWriter = { context, drafts: [] };
  addTest(context, guardedTest(writer, expression, isNegated), writer.drafts, at);
}

/** The condition of a test at the last of the patterns that are of this context. */
export function addTest(
  context: PatternContext,
  test: TestText,
  drafts: readonly PatternDraft[],
  at: Span,
): void {
  const own = drafts.filter((draft) => draft.context === context);
  const last = own.reduce<PatternDraft | null>(
    (latest, draft) =>
      latest === null || context.patterns.indexOf(draft) > context.patterns.indexOf(latest) ? draft : latest,
    null,
  );
  const draft = last ?? context.patterns.at(-1);
  if (draft === undefined) failRule(context.rule, 'short-no-pattern', at);
  else draft.conditions.push(testCondition(sourceOf(test, at), at) satisfies ConditionSyntax);
}

/** The test of a comparison, or of its negation. A test that reads a constant map checks that the key exists first. */
export function guardedTest(writer: TestWriter, expression: Resolved, isNegated: boolean): TestText {
  const test = isNegated ? negatedTest(writer, expression) : testForm(writer, expression, 'truth');
  if (expression.kind === 'or' || expression.kind === 'and') return test;
  const keys = lookupsIn(expression).map((lookup) => testForm(writer, hasKey(lookup)));
  return keys.length === 0 ? test : call('and', expression.at, ...keys, test);
}

function lookupsIn(expression: Resolved): readonly Extract<Resolved, { kind: 'lookup' }>[] {
  if (expression.kind === 'lookup') return expression.key.kind === 'literal' ? [] : [expression];
  return partsOf(expression).flatMap(lookupsIn);
}

function negatedTest(writer: TestWriter, expression: Resolved): TestText {
  if (expression.kind === 'comparison') {
    const sign = { ...expression.sign, value: NEGATED[expression.sign.value] };
    return testForm(writer, { ...expression, sign });
  }
  if (expression.kind === 'in') return testForm(writer, { ...expression, isNegated: !expression.isNegated });
  return call('not', expression.at, testForm(writer, expression, 'truth'));
}
