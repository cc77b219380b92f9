import { buildAt } from './build-expression.ts';
import { TIME_SLOT } from './operator.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** The slot's time is not in the future, and less than a duration ago. */
export const withinLast: TemporalOperator = {
  name: 'within_last',
  slotTypes: TIME_SLOT,
  arguments: [1, 1],
  judge(call, written) {
    const duration = call.operand('duration', written);
    const time = call.subject();
    if (duration === null || time === null) return null;
    const build = buildAt(call.at);
    const now = call.now();
    const isRecent = build.call('<', build.call('-', now, time), duration);
    return build.call('and', build.call('<=', time, now), isRecent);
  },
};
