import type { Span } from '../../diagnostics/position.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import type { CountedSlot } from './temporal-operator.ts';

/** `(count-of-<template>-by-<slot> ?value)`: how many facts have the value in the slot. */
export function countFunction({ template, slot }: CountedSlot, at: Span): InternalFunction {
  return {
    key: `count ${template} ${slot.name}`,
    wanted: `count-of-${template}-by-${slot.name}`,
    temporal: { kind: 'count', template, slot: slot.name },
    define: (name, nameOf) => {
      const { call, variable, slotOf } = buildAt(at);
      const test = call(
        'and',
        call('eq', slotOf('fact', slot.name), variable('value')),
        isHeldBeforeRun('fact', nameOf, at),
      );
      return {
        name,
        parameters: ['value'],
        wildcard: null,
        body: [call('length$', queryFacts('find-all-facts', 'fact', template, test, [], at))],
        at,
      };
    },
  };
}
