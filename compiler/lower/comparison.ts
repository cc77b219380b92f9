/** One comparison as a condition of the pattern that it mentions last, or as a test. */
import type { Comparison } from '../short-tree.ts';
import type { ArgumentSyntax } from '../syntax.ts';
import { type PatternContext } from './context.ts';
import { operatorOf, slotCondition } from './new-condition.ts';
import { itemCondition, setExpression, type Made } from './item-condition.ts';
import { lowerMembership } from './membership.ts';
import { argumentOf, operandOf, rankOfOperand, type Operand, type SlotOperand } from './operand.ts';
import { lowerMethod } from './operator-call.ts';
import type { ComparisonValue, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { addCondition } from './slot-operator.ts';
import { lowerTest, signOf } from './test-condition.ts';

/** The operator with the sides exchanged. */
export const TURNED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const OPERATORS: Readonly<Record<Comparison, string>> = {
  '==': 'equals',
  '!=': 'not_equals',
  '<': 'less_than',
  '<=': 'at_most',
  '>': 'greater_than',
  '>=': 'at_least',
};
const TIME_OPERATORS: Readonly<Record<Comparison, string>> = {
  '==': 'equals',
  '!=': 'not_equals',
  '<': 'before',
  '<=': 'not_after',
  '>': 'after',
  '>=': 'not_before',
};

export const operatorFor = (sign: Comparison, isTime: boolean): string =>
  (isTime ? TIME_OPERATORS : OPERATORS)[sign];

/** Adds the comparison, or its negation, to the context. */
export function lowerComparison(context: PatternContext, expression: Resolved, isNegated: boolean): void {
  switch (expression.kind) {
    case 'same-kind': {
      const [left, right] = [operandOf(context, expression.left), operandOf(context, expression.right)];
      if (left.kind !== 'slot' || right.kind !== 'slot') return;
      const isLeftLast = rankOfOperand(context, left) > rankOfOperand(context, right);
      const [first, last] = isLeftLast ? [right, left] : [left, right];
      const operator = isNegated ? 'not_equals' : 'equals';
      const argument: ArgumentSyntax = {
        kind: 'reference',
        alias: first.draft.alias,
        slot: 'kind',
        at: first.at,
      };
      last.draft.conditions.push(
        slotCondition('kind', operatorOf(operator, [argument], expression.at), expression.at),
      );
      return;
    }
    case 'comparison':
      lowerSigned(context, expression, isNegated);
      return;
    case 'in':
      lowerMembership(context, expression, isNegated);
      return;
    case 'method':
      lowerMethod(context, expression, isNegated);
      return;
    case 'slot':
    case 'path':
    case 'variable':
      lowerTruth(context, expression, isNegated);
      return;
    default:
      lowerTest(context, expression, isNegated);
  }
}

/** A boolean alone. */
function lowerTruth(context: PatternContext, expression: Resolved, isNegated: boolean): void {
  const operand = operandOf(context, expression);
  if (operand.kind !== 'slot') {
    lowerTest(context, expression, isNegated);
    return;
  }
  if (operand.type !== 'boolean' || operand.isList) {
    const text = operand.slot;
    failRule(context.rule, 'short-not-a-condition', operand.at, { text, advice: 'compare it with a value' });
    return;
  }
  if (rankOfOperand(context, operand) < 0) lowerTest(context, expression, isNegated);
  else addCondition(operand, isNegated ? 'is_false' : 'is_true', [], operand.at);
}

function lowerSigned(context: PatternContext, expression: ComparisonValue, isNegated: boolean): void {
  const { left, right, at } = expression;
  const sign = signOf(expression.sign.value, isNegated);
  if (left.kind === 'now' && right.kind !== 'now') {
    const turned = { value: TURNED[expression.sign.value], at: expression.sign.at };
    lowerSigned(context, { ...expression, sign: turned, left: right, right: left }, isNegated);
    return;
  }
  if (lowerSize(context, expression, sign)) return;
  // The pattern of a key comes before that of what is compared with the value.
  for (const side of [left, right]) if (side.kind === 'lookup') operandOf(context, side);
  const [first, second] = [operandOf(context, left), operandOf(context, right)];
  if (first.kind === 'literal' && second.kind === 'literal') {
    failRule(context.rule, 'short-constant-condition', at);
    return;
  }
  if (first.kind === 'expression' || second.kind === 'expression') {
    lowerTest(context, expression, isNegated);
    return;
  }
  if (lowerLet(context, expression, [first, second], sign)) return;
  if (lowerItem(context, expression, [first, second], sign)) return;
  if (mixesIntegers(first, second) || mixesIntegers(second, first)) {
    lowerTest(context, expression, isNegated);
    return;
  }
  const [subject, argument, turned] = sidesOf(context, first, second, sign);
  const made =
    subject.kind === 'slot' && rankOfOperand(context, subject) >= rankOfOperand(context, argument)
      ? conditionFor(context, subject, argument, turned)
      : null;
  if (subject.kind !== 'slot' || rankOfOperand(context, subject) < 0 || made === null) {
    lowerTest(context, expression, isNegated);
    return;
  }
  addCondition(subject, made.operator, made.args, at, expression.sign.at);
}

/** The subject is the side whose pattern comes last, the left one within one pattern, and never a lookup. */
function sidesOf(
  context: PatternContext,
  left: Operand,
  right: Operand,
  sign: Comparison,
): readonly [subject: Operand, argument: Operand, sign: Comparison] {
  const isTurned =
    left.kind === 'lookup' ||
    (right.kind !== 'lookup' && rankOfOperand(context, right) > rankOfOperand(context, left));
  return isTurned ? [right, left, TURNED[sign]] : [left, right, sign];
}

/** A float slot beside a constant of integers is compared as numbers are, in a test. */
function mixesIntegers(constant: Operand, slot: Operand): boolean {
  const isInteger =
    (constant.kind === 'lookup' || constant.kind === 'constant') && constant.constant.sort === 'integer';
  return isInteger && slot.kind === 'slot' && slot.type === 'float';
}

/** The operator of a comparison of a slot; null if only a test has it. */
function conditionFor(
  context: PatternContext,
  subject: Pick<SlotOperand, 'type'>,
  argument: Operand,
  sign: Comparison,
): Made | null {
  const isEquality = sign === '==' || sign === '!=';
  if (argument.kind === 'literal' && argument.value.kind === 'boolean' && isEquality)
    return { operator: argument.value.value === (sign === '==') ? 'is_true' : 'is_false', args: [] };
  if (argument.kind === 'now' && (subject.type !== 'time' || isEquality)) return null;
  const isEmptyText =
    argument.kind === 'literal' && argument.value.kind === 'text' && argument.value.value === '';
  const args = isEmptyText && isEquality ? [] : [argumentOf(context, argument)];
  return { operator: subject.type === 'time' ? TIME_OPERATORS[sign] : OPERATORS[sign], args };
}

/** `size(list)` beside an integer, on the list's slot; false if it is something else. */
function lowerSize(context: PatternContext, { left, right, at }: ComparisonValue, sign: Comparison): boolean {
  const isLeft = left.kind === 'call' && left.name.value === 'size';
  const [size, count, turned] = isLeft ? [left, right, sign] : [right, left, TURNED[sign]];
  if (size.kind !== 'call' || size.name.value !== 'size' || size.args[0] === undefined) return false;
  if (count.kind !== 'literal' || count.value.kind !== 'number' || !count.value.isInteger) return false;
  const limit = sizeLimit(turned, Number(count.value.text));
  const list = operandOf(context, size.args[0]);
  if (limit === null || list.kind !== 'slot' || !list.isList || rankOfOperand(context, list) < 0)
    return false;
  if (limit.bound < 0) failRule(context.rule, 'never-holds', at, { why: 'a size is never below 0' });
  else addCondition(list, limit.operator, [{ kind: 'bare', text: String(limit.bound), at: count.at }], at);
  return true;
}

function sizeLimit(
  sign: Comparison,
  count: number,
): { readonly operator: string; readonly bound: number } | null {
  switch (sign) {
    case '==':
      return { operator: 'size_equals', bound: count };
    case '>':
      return { operator: 'size_at_least', bound: count + 1 };
    case '>=':
      return { operator: 'size_at_least', bound: count };
    case '<':
      return { operator: 'size_at_most', bound: count - 1 };
    case '<=':
      return { operator: 'size_at_most', bound: count };
    case '!=':
      return null;
  }
}

/** A first comparison of a value of `let` is the expression of its aggregate; false if it is something else. */
function lowerLet(
  context: PatternContext,
  { left, right, at }: ComparisonValue,
  [first, second]: readonly [Operand, Operand],
  sign: Comparison,
): boolean {
  const isLet = (side: Resolved): boolean => side.kind === 'variable' && side.binding.kind === 'let';
  if (!isLet(left) && !isLet(right)) return false;
  if (first.kind === 'now' || second.kind === 'now') return false;
  const [value, other, turned] = isLet(left) ? [first, second, sign] : [second, first, TURNED[sign]];
  const index = context.elements.findIndex(
    (element) =>
      element.kind === 'aggregate' && value.kind === 'variable' && element.as?.value === value.name,
  );
  const aggregate = context.elements[index];
  if (aggregate?.kind !== 'aggregate' || aggregate.expression !== null || other.kind === 'variable')
    return false;
  const isTime = value.kind === 'variable' && value.type === 'time';
  const expression = operatorOf(operatorFor(turned, isTime), [argumentOf(context, other)], at);
  context.elements[index] = { ...aggregate, expression };
  return true;
}

function lowerItem(
  context: PatternContext,
  { left, right, at }: ComparisonValue,
  [first, second]: readonly [Operand, Operand],
  sign: Comparison,
): boolean {
  const isLeft = itemCondition(context, left);
  const place = isLeft ?? itemCondition(context, right);
  if (place === null) return false;
  const [other, turned] = isLeft === null ? [first, TURNED[sign]] : [second, sign];
  const made = other.kind === 'slot' ? null : conditionFor(context, place, other, turned);
  if (made === null) return false;
  setExpression(place, made, at);
  return true;
}
