import { NUMBER_SLOT } from './operator.ts';
import { isWithin } from './recent-function.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** The slot's own value is a time, in seconds, that is not longer ago than that; a time in the future is not. */
export const changedWithin: TemporalOperator = {
  name: 'changed_within',
  slotTypes: NUMBER_SLOT,
  arguments: [1, 1],
  judge(call, written) {
    const seconds = call.seconds(written);
    const time = call.subject();
    return seconds && time && isWithin(time, seconds, call.at);
  },
};
