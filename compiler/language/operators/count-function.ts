import type { Span } from '../../diagnostics/position.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import { slotsEqual, valueParameters } from './counted-slots.ts';
import type { CountedSlots } from './temporal-operator.ts';

/** `(count-of-<template>-by-<slot> ?value)`: how many facts have the value in the slot, or values in slots. */
export function countFunction({ template, slots }: CountedSlots, at: Span): InternalFunction {
  const names = slots.map(({ name }) => name);
  return {
    key: `count ${template} ${names.join(' ')}`,
    wanted: `count-of-${template}-by-${names.join('-')}`,
    temporal: { kind: 'count', template, slots: names },
    define: (name, nameOf) => {
      const { call } = buildAt(at);
      const test = call('and', ...slotsEqual(slots, at), isHeldBeforeRun('fact', nameOf, at));
      return {
        name,
        parameters: valueParameters(slots),
        wildcard: null,
        body: [call('length$', queryFacts('find-all-facts', 'fact', template, test, [], at))],
        at,
      };
    },
  };
}
