import { buildAt } from './build-expression.ts';
import { countFunction } from './count-function.ts';
import { EVERY_SLOT } from './operator.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** More than `n` facts of the template have the value in the slot. */
export const countExceeds: TemporalOperator = {
  name: 'count_exceeds',
  slotTypes: EVERY_SLOT,
  arguments: [4, 4],
  judge(call, template, slot, value, n) {
    const counted = call.slots(call.template(template), slot);
    const wanted = call.values(counted, value);
    const limit = call.count(n);
    if (counted === null || wanted === null || limit === null) return null;
    const build = buildAt(call.at);
    return build.call('>', build.call(call.internal(countFunction(counted, call.at)), ...wanted), limit);
  },
};
