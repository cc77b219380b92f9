import type { Expression } from '../expression/expression.ts';
import { buildAt } from './build-expression.ts';
import { EVERY_SLOT } from './operator.ts';
import { windowFor } from './recent-function.ts';
import { sequenceFunction, type Step } from './sequence-function.ts';
import type { TemporalCall, TemporalOperator, WrittenStep } from './temporal-operator.ts';

function readStep(call: TemporalCall, written: WrittenStep): (Step & { readonly value: Expression }) | null {
  const template = call.template(written.template);
  const slot = call.slot(template, written.slot);
  const value = call.value(slot, written.value);
  const timestamp = call.timestamp(template, written.timestamp);
  return slot && value && timestamp && { slot, value, timestamp };
}

/** There are facts, one a step, at times that strictly increase and are not longer ago than that. */
export const sequenceDetected: TemporalOperator = {
  name: 'sequence_detected',
  slotTypes: EVERY_SLOT,
  arguments: [2, 2],
  judge(call, list, seconds) {
    const written = call.steps(list);
    const steps = written?.map((step) => readStep(call, step)) ?? [];
    const known = steps.flatMap((step) => step ?? []);
    const types = known.map(({ timestamp }) => timestamp.slot.type);
    const window = windowFor(types[0] ?? 'INTEGER', call.seconds(seconds));
    if (written === null || window === null || steps.includes(null)) return null;
    if (types.some((type) => (type === 'TIME') !== (types[0] === 'TIME'))) return call.mixedTimes(list);
    const name = call.internal(sequenceFunction(known, call.at));
    return buildAt(call.at).call(name, ...known.map(({ value }) => value), window);
  },
};
