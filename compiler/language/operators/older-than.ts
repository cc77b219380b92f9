import { buildAt } from './build-expression.ts';
import { TIME_SLOT } from './operator.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** The slot's time is at least a duration ago. */
export const olderThan: TemporalOperator = {
  name: 'older_than',
  slotTypes: TIME_SLOT,
  arguments: [1, 1],
  judge(call, written) {
    const duration = call.operand('duration', written);
    const time = call.subject();
    const build = buildAt(call.at);
    return duration && time && build.call('>=', build.call('-', call.now(), time), duration);
  },
};
