import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import type { CountedSlot } from './temporal-operator.ts';

/** Whether less than `seconds` have passed since a time; a time in the future passes. */
export function isWithin(time: Expression, seconds: Expression, at: Span): Expression {
  const { call } = buildAt(at);
  return call('<', call('-', call('service-now'), time), seconds);
}

/** `(recent-<template>-by-<slot> ?value ?seconds)`: how many facts have the value and are not older than that. */
export function recentFunction(
  { template, slot }: CountedSlot,
  timestamp: CountedSlot,
  at: Span,
): InternalFunction {
  return {
    key: `recent ${template} ${slot.name} ${timestamp.slot.name}`,
    wanted: `recent-${template}-by-${slot.name}`,
    temporal: { kind: 'recent', template, slot: slot.name, timestamp: timestamp.slot.name },
    define: (name, nameOf) => {
      const { call, variable, slotOf } = buildAt(at);
      const test = call(
        'and',
        call('eq', slotOf('fact', slot.name), variable('value')),
        isWithin(slotOf('fact', timestamp.slot.name), variable('seconds'), at),
        isHeldBeforeRun('fact', nameOf, at),
      );
      return {
        name,
        parameters: ['value', 'seconds'],
        wildcard: null,
        body: [call('length$', queryFacts('find-all-facts', 'fact', template, test, [], at))],
        at,
      };
    },
  };
}
