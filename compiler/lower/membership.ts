/** `in` and `not in`. */
import { hasKey } from './companions.ts';
import type { PatternContext } from './context.ts';
import { itemCondition, setExpression } from './item-condition.ts';
import { argumentOf, operandOf, rankOfOperand, type Operand } from './operand.ts';
import type { MembershipValue } from './resolved.ts';
import { failRule } from './scope.ts';
import { addCondition } from './slot-operator.ts';
import { lowerTest } from './test-condition.ts';

export function lowerMembership(
  context: PatternContext,
  expression: MembershipValue,
  isNegated: boolean,
): void {
  const { left, right, at, operatorAt } = expression;
  const isOut = expression.isNegated !== isNegated;
  const [item, list] = [operandOf(context, left), operandOf(context, right)];
  const isMap = list.kind === 'constant' && list.constant.kind === 'map';
  if (isMap && isOut) {
    const keys = hasKey({ kind: 'lookup', constant: list.constant, key: left, at });
    lowerTest(context, keys, true);
    return;
  }
  const isComputed = list.kind === 'list' && list.items.some(({ kind }) => kind === 'expression');
  const place = isComputed ? null : itemCondition(context, left);
  if (place !== null && (list.kind === 'list' || list.kind === 'constant')) {
    const operator = isMap ? 'has_key' : isOut ? 'not_in' : 'in';
    setExpression(place, { operator, args: [argumentOf(context, list)] }, at);
    return;
  }
  const [itemRank, listRank] = [rankOfOperand(context, item), rankOfOperand(context, list)];
  if (!isListOperand(list)) {
    failRule(context.rule, 'short-in', right.at);
    return;
  }
  if (list.kind === 'slot' && (listRank > itemRank || item.kind !== 'slot')) {
    if (listRank < 0 || item.kind === 'expression') lowerTest(context, expression, isNegated);
    else addCondition(list, isOut ? 'has_not' : 'has', [argumentOf(context, item)], at, operatorAt);
    return;
  }
  const isLater =
    list.kind === 'list' && list.items.some((member) => rankOfOperand(context, member) > itemRank);
  if (item.kind !== 'slot' || itemRank < 0 || isLater || isComputed) {
    lowerTest(context, expression, isNegated);
    return;
  }
  const operator = isMap ? 'has_key' : isOut ? 'not_in' : 'in';
  addCondition(item, operator, [argumentOf(context, list)], at, operatorAt);
}

/** True for what holds several values. */
function isListOperand(operand: Operand): boolean {
  if (operand.kind === 'slot' || operand.kind === 'variable') return operand.isList;
  if (operand.kind === 'constant') return operand.constant.kind !== 'single';
  return operand.kind === 'list';
}
