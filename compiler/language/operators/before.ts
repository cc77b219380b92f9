import { buildAt } from './build-expression.ts';
import { compareNumbers } from './compare-numbers.ts';
import { TIME_SLOT, type Operand, type Operator, type OrderRelation } from './operator.ts';
import { isClock, type TemporalOperator } from './temporal-operator.ts';

/** Compares with another time, which is known once the fact exists. */
function withTime(name: string, relation: OrderRelation): Operator {
  return {
    name,
    slotTypes: TIME_SLOT,
    parameters: ['value'],
    lower: (call, time: Operand) => [compareNumbers(relation, call, time)],
  };
}

/** Compares with the clock, or the clock with a time. */
function withClock(name: string, relation: OrderRelation): TemporalOperator {
  return {
    name,
    slotTypes: TIME_SLOT,
    arguments: [1, 1],
    ofClock: true,
    isJudged: ([time]) => time !== undefined && isClock(time),
    judge(call, written) {
      const time = isClock(written) ? call.now() : call.operand('value', written);
      const subject = call.subject();
      return time && subject && buildAt(call.at).call(relation, subject, time);
    },
  };
}

export const before = withTime('before', '<');
export const after = withTime('after', '>');
export const notAfter = withTime('not_after', '<=');
export const notBefore = withTime('not_before', '>=');
export const beforeClock = withClock('before', '<');
export const afterClock = withClock('after', '>');
export const notAfterClock = withClock('not_after', '<=');
export const notBeforeClock = withClock('not_before', '>=');
