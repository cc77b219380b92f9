import { buildAt } from './build-expression.ts';
import { mostDistinctFunction } from './most-distinct-function.ts';
import { EVERY_SLOT } from './operator.ts';
import type { TemporalOperator } from './temporal-operator.ts';

/** True if a value of the group slot occurs in facts with more than `n` different values of the counted slot. */
export const distinctCount: TemporalOperator = {
  name: 'distinct_count',
  slotTypes: EVERY_SLOT,
  arguments: [4, 4],
  judge(call, template, groupSlot, countedSlot, n) {
    const of = call.template(template);
    const group = call.slots(of, groupSlot);
    const counted = call.slot(of, countedSlot);
    const limit = call.count(n);
    if (group === null || counted === null || limit === null) return null;
    const build = buildAt(call.at);
    return build.call('>', build.call(call.internal(mostDistinctFunction(group, counted, call.at))), limit);
  },
};
