import { isWithin, MOMENT_SLOT, windowFor } from './recent-function.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** The slot's own value is a time that is not longer ago than that; a time in the future is not. */
export const changedWithin: TemporalOperator = {
  name: 'changed_within',
  slotTypes: MOMENT_SLOT,
  arguments: [1, 1],
  judge(call, written) {
    const window = windowFor(call.type, call.seconds(written));
    const time = call.subject();
    return window && time && isWithin(time, call.type, window, call.internal, call.at);
  },
};
