/** Test forms of expressions, for those that have one. */
import type { Span } from '../diagnostics/position.ts';
import type { ShortLiteral } from '../short-tree.ts';
import { freshAlias, type PatternContext, type PatternDraft } from './context.ts';
import { bindCondition } from './new-condition.ts';
import { hasAggregate } from './mentions.ts';
import { hasMethodTest, methodTest } from './method-test.ts';
import { operandOf, type SlotOperand } from './operand.ts';
import type { CallValue, ComparisonValue, MembershipValue, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { isNumber, refuseMixedTimes, refuseWrongSum, wordOf, type Word } from './test-words.ts';
import { valueFunction } from './value-functions.ts';
import { call, piece, stringText, symbolText, type TestText } from './test-text.ts';

/** Type that a place expects: a literal text becomes a symbol, a literal integer a float, a slot a truth value. */
type Wanted = 'symbol' | 'float' | 'truth' | null;

/** Writes tests in one context, and collects the patterns whose slots they name. */
export interface TestWriter {
  readonly context: PatternContext;
  readonly drafts: PatternDraft[];
}

/** True if a test can compute the expression. */
export function hasTestForm(expression: Resolved): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'slot':
    case 'path':
    case 'variable':
    case 'constant':
    case 'lookup':
    case 'whole':
      return true;
    case 'list':
      return expression.items.every(hasTestForm);
    case 'method':
      return (
        hasMethodTest(expression) &&
        expression.subject.kind !== 'now' &&
        expression.args.every(hasTestForm)
      );
    case 'comparison': {
      // A slot beside the clock has operators of its own.
      const { left, right } = expression;
      const isClock = (side: Resolved, other: Resolved): boolean => side.kind === 'now' && (!isPlain(other) || isLet(other));
      const has = (side: Resolved, other: Resolved): boolean => hasTestForm(side) || isClock(side, other);
      return has(left, right) && has(right, left) && !hasAggregate(expression);
    }
    case 'in': {
      const { left, right } = expression;
      const isMap = isConstantMap(right) && isPlain(left);
      return hasTestForm(left) && hasTestForm(right) && !isMap;
    }
    case 'arithmetic':
      return [expression.left, expression.right].every((side) => side.kind === 'now' || hasTestForm(side));
    case 'negative':
    case 'not':
      return hasTestForm(expression.operand);
    case 'and':
    case 'or':
      return expression.operands.every(hasTestForm);
    case 'call':
      return expression.args.every(hasTestForm);
    default:
      return false;
  }
}

/** The form of an expression in a test. INVARIANT: `hasTestForm`, or it is an operand. */
export function testForm(writer: TestWriter, expression: Resolved, wanted: Wanted = null): TestText {
  const { context } = writer;
  const { at } = expression;
  const inner = (part: Resolved, want: Wanted = null): TestText => testForm(writer, part, want);
  switch (expression.kind) {
    case 'literal':
      return literalForm(expression.value, wanted, at);
    case 'list':
      return call('create$', at, ...expression.items.map((item) => inner(item, wanted)));
    case 'slot':
    case 'path':
    case 'variable':
    case 'constant':
    case 'lookup':
    case 'now':
    case 'whole':
    case 'word':
      return operandForm(writer, expression, wanted);
    case 'negative':
      return call('-', at, piece('0', at), inner(expression.operand));
    case 'not':
      return call('not', at, inner(expression.operand, 'truth'));
    case 'and':
    case 'or':
      return call(expression.kind, at, ...expression.operands.map((operand) => inner(operand, 'truth')));
    case 'arithmetic': {
      const { sign, left, right } = expression;
      if ([left, right].some((side) => wordOf(writer, side) === 'text'))
        failRule(context.rule, 'short-text-arithmetic', sign.at, { sign: sign.value });
      refuseWrongSum(writer, sign, left, right);
      return call(sign.value === '%' ? 'mod' : sign.value, sign.at, inner(left), inner(right));
    }
    case 'comparison':
      return comparisonForm(writer, expression);
    case 'in':
      return membershipForm(writer, expression);
    case 'method':
      return methodTest(
        expression,
        (part) => inner(part, wantedBy(wordOf(writer, expression.subject))),
        context.rule,
      );
    case 'call':
      return callForm(writer, expression, wanted);
    default:
      failRule(context.rule, 'short-no-test', at, { what: 'this' });
      return piece('FALSE', at);
  }
}

function literalForm(value: ShortLiteral, wanted: Wanted, at: Span): TestText {
  switch (value.kind) {
    case 'text':
      return wanted === 'symbol' ? symbolText(value.value, at) : stringText(value.value, at);
    case 'boolean':
      return piece(value.value ? 'TRUE' : 'FALSE', at);
    case 'duration':
      return piece(String(milliseconds(value.text)), at);
    case 'number':
      return piece(wanted === 'float' && value.isInteger ? `${value.text}.0` : value.text, at);
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const milliseconds = (duration: string): number =>
  Number(duration.slice(0, -1)) * (UNITS[duration.slice(-1)] ?? 0);

function operandForm(writer: TestWriter, expression: Resolved, wanted: Wanted): TestText {
  const operand = operandOf(writer.context, expression);
  const { at } = operand;
  switch (operand.kind) {
    case 'slot': {
      writer.drafts.push(operand.draft);
      const variable = piece(variableOf(writer.context, operand), at);
      return wanted === 'truth' ? call('eq', at, variable, piece('TRUE', at)) : variable;
    }
    case 'variable':
      return piece(`${operand.isList ? '$?' : '?'}${operand.name}`, at);
    case 'constant':
      return call('const', at, piece(operand.constant.name, at));
    case 'lookup':
      return expression.kind === 'lookup'
        ? call('const', at, piece(operand.constant.name, at), testForm(writer, expression.key))
        : piece('FALSE', at);
    default:
      if (operand.kind === 'now') return call('now', at);
      failRule(writer.context.rule, 'short-no-test', at, { what: 'this' });
      return piece('FALSE', at);
  }
}

/** The variable of a slot, which its pattern binds if it does not yet. */
function variableOf({ rule }: PatternContext, { draft, slot, isList, at }: SlotOperand): string {
  const mark = isList ? '$?' : '?';
  const known = draft.conditions.find(
    (condition) => condition.slot?.value === slot && condition.bind !== null,
  );
  if (known?.bind) return mark + known.bind.value;
  const name = freshAlias(rule, `${draft.alias}-${slot}`);
  draft.conditions.push(bindCondition(slot, name, isList, at));
  return mark + name;
}

const wantedBy = (word: Word): Wanted => (word === 'symbol' || word === 'float' ? word : null);

function comparisonForm(writer: TestWriter, { sign, left, right }: ComparisonValue): TestText {
  const [leftWord, rightWord] = [wordOf(writer, left), wordOf(writer, right)];
  const form = (part: Resolved, want: Wanted): TestText => testForm(writer, part, want);
  refuseMixedTimes(writer, sign.at, left, right);
  if (sign.value === '==' || sign.value === '!=') {
    // Two slots of one type, or a slot and a literal of its type, are compared as `equals` does.
    const isAlike =
      isPlain(left) &&
      isPlain(right) &&
      (leftWord === rightWord || left.kind === 'literal' || right.kind === 'literal');
    const asNumbers = (isNumber(leftWord) || isNumber(rightWord)) && !isAlike;
    const name = asNumbers ? (sign.value === '==' ? '=' : '<>') : sign.value === '==' ? 'eq' : 'neq';
    return call(name, sign.at, form(left, wantedBy(rightWord)), form(right, wantedBy(leftWord)));
  }
  if ([leftWord, rightWord].some((word) => word === 'text' || word === 'symbol')) {
    const type = leftWord === 'symbol' || rightWord === 'symbol' ? 'symbol' : 'string';
    failRule(writer.context.rule, 'operator-slot-type', sign.at, { operator: sign.value, slot: '…', type });
  }
  return call(sign.value, sign.at, form(left, null), form(right, null));
}

const isLet = (value: Resolved): boolean => value.kind === 'variable' && value.binding.kind === 'let';

const isConstantMap = (value: Resolved): value is Extract<Resolved, { kind: 'constant' }> =>
  value.kind === 'constant' && value.constant.kind === 'map';

/** True for literals and what slots hold, of constants only those whose numbers are floats. */
function isPlain(expression: Resolved): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'slot':
    case 'path':
    case 'variable':
      return true;
    case 'constant':
    case 'lookup':
      return expression.constant.sort !== 'integer';
    default:
      return false;
  }
}

function membershipForm(
  writer: TestWriter,
  { isNegated, operatorAt, left, right }: MembershipValue,
): TestText {
  const word = wordOf(writer, left);
  if (right.kind === 'list') {
    const name = isNumber(word) && !isPlain(left) ? '=' : 'eq';
    const subject = testForm(writer, left);
    const tests = right.items.map((item) =>
      call(name, item.at, subject, testForm(writer, item, wantedBy(word))),
    );
    const [only, another] = tests;
    const any = only !== undefined && another === undefined ? only : call('or', operatorAt, ...tests);
    return isNegated ? call('not', operatorAt, any) : any;
  }
  if (isConstantMap(right) && !isPlain(left)) {
    const { keys } = right.constant;
    const texts = keys.map((key) =>
      call('eq', operatorAt, testForm(writer, left), stringText(key, right.at)),
    );
    const any = call('or', operatorAt, ...texts, piece('FALSE', operatorAt));
    return isNegated ? call('not', operatorAt, any) : any;
  }
  if (isConstantMap(right))
    failRule(writer.context.rule, 'short-no-test', operatorAt, { what: '`in` a constant map' });
  const member = call('member$', operatorAt, testForm(writer, left), testForm(writer, right));
  if (isNegated) return call('not', operatorAt, member);
  return call('neq', operatorAt, member, piece('FALSE', operatorAt));
}

function callForm(writer: TestWriter, expression: CallValue, expected: Wanted): TestText {
  const { args, at } = expression;
  const name = expression.name.value;
  const [first, second, third] = args;
  const form = (part: Resolved, want: Wanted = null): TestText => testForm(writer, part, want);
  if (name === 'size' && first !== undefined) {
    const operand = operandOf(writer.context, first);
    const isList = (operand.kind === 'slot' || operand.kind === 'variable') && operand.isList;
    return call(isList ? 'length$' : 'str-length', at, form(first));
  }
  if (name === 'if' && first !== undefined && second !== undefined && third !== undefined) {
    const [test, then, otherwise] = [form(first, 'truth'), form(second), form(third)];
    return [
      ...piece('(if ', at),
      ...test,
      ...piece(' then ', at),
      ...then,
      ...piece(' else ', at),
      ...otherwise,
      ...piece(')', at),
    ];
  }
  if (name === 'str-cat' && expected === 'symbol')
    return call('sym-cat', at, ...args.map((arg) => form(arg)));
  if (name === 'symbol' && first?.kind === 'literal' && first.value.kind === 'text')
    return symbolText(first.value.value, at);
  if (expected === 'symbol' && valueFunction(expression)?.result === 'text')
    return call('sym-cat', at, call(name, at, ...args.map((arg) => form(arg))));
  const wanted = writer.context.rule.vocabulary.levelFunctions.has(name) ? 'symbol' : null;
  return call(name, at, ...args.map((argument) => form(argument, wanted)));
}
