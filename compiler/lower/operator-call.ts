/** Operators behind a dot: on a slot, in a test, or on the clock. */
import { type PatternContext } from './context.ts';
import { clockCondition, operatorOf, slotCondition } from './new-condition.ts';
import { argumentOf, operandOf, rankOfOperand, type Operand } from './operand.ts';
import { complementOf, subjectKind } from './operators.ts';
import type { MethodValue, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { lowerTest } from './test-condition.ts';
import { hasTestForm } from './test-form.ts';

export function lowerMethod(context: PatternContext, method: MethodValue, isNegated: boolean): void {
  const { subject, operator, at } = method;
  if (subject.kind === 'now') {
    lowerClock(context, method, isNegated);
    return;
  }
  const isCounting = subjectKind(operator.value) === 'counting';
  const operand = operandOf(context, subject);
  const args = method.args.map((argument) => operandOf(context, argument));
  const latest = isCounting
    ? -1
    : Math.max(
        -1,
        ...args
          .flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg]))
          .map((arg) => rankOfOperand(context, arg)),
      );
  const name = isNegated ? complementOf(operator.value) : operator.value;
  const rank = rankOfOperand(context, operand);
  const isComputed = args.some(isExpression) || (isPattern(operator.value) && !isLiteral(method.args[0]));
  if (operand.kind !== 'slot' || rank < 0 || latest > rank || name === null || isComputed) {
    if (name === null && !hasTestForm(method)) {
      failRule(context.rule, 'short-no-complement', operator.at, { operator: operator.value });
      return;
    }
    lowerTest(context, method, isNegated);
    return;
  }
  const expression = {
    operator: { value: name, at: operator.at },
    args: args.map((argument) => argumentOf(context, argument)),
    raw: rawOf(method),
    at,
  };
  operand.draft.conditions.push(slotCondition(operand.slot, expression, at));
}

/** True for what only a test computes, and for a list with such an item. */
const isExpression = (operand: Operand): boolean =>
  operand.kind === 'expression' || (operand.kind === 'list' && operand.items.some(isExpression));

const isPattern = (operator: string): boolean => operator === 'matches';
const isLiteral = (argument: Resolved | undefined): boolean => argument?.kind === 'literal';

/** The pattern of `matches`, verbatim. */
function rawOf({ args, raw }: MethodValue): MethodValue['raw'] {
  const [pattern] = args;
  if (pattern?.kind !== 'literal' || pattern.value.kind !== 'text') return raw;
  return { value: pattern.value.value, at: pattern.at };
}

function lowerClock(context: PatternContext, { operator, args, at }: MethodValue, isNegated: boolean): void {
  const draft = context.patterns.at(-1);
  const name = isNegated ? complementOf(operator.value) : operator.value;
  if (name === null) failRule(context.rule, 'short-no-complement', operator.at, { operator: operator.value });
  else if (draft === undefined) failRule(context.rule, 'short-no-pattern', at);
  else {
    const operands = args.map((argument) => argumentOf(context, operandOf(context, argument)));
    draft.conditions.push(clockCondition(operatorOf(name, operands, at)));
  }
}
