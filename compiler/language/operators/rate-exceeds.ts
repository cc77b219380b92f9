import { buildAt } from './build-expression.ts';
import { EVERY_SLOT } from './operator.ts';
import { recentFunction, windowFor } from './recent-function.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** More than `n` facts of the template have the value in the slot and a time that is not longer ago than that. */
export const rateExceeds: TemporalOperator = {
  name: 'rate_exceeds',
  slotTypes: EVERY_SLOT,
  arguments: [5, 6],
  judge(call, template, slot, value, n, seconds, timestamp) {
    const of = call.template(template);
    const counted = call.slots(of, slot);
    const wanted = call.values(counted, value);
    const limit = call.count(n);
    const time = call.timestamp(of, timestamp);
    const window = windowFor(time?.slot.type ?? 'INTEGER', call.seconds(seconds));
    if (counted === null || wanted === null || limit === null || window === null || time === null)
      return null;
    const build = buildAt(call.at);
    const recent = build.call(call.internal(recentFunction(counted, time, call.at)), ...wanted, window);
    return build.call('>', recent, limit);
  },
};
