import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import { NUMBER_SLOT, TIME_SLOT } from './operator.ts';
import type { SlotType } from '../../values.ts';
import { slotsEqual, valueParameters } from './counted-slots.ts';
import type { CountedSlot, CountedSlots } from './temporal-operator.ts';
import { timeNow } from './time-now.ts';

const MS = 1000;

/** A slot that may hold when something was. */
export const MOMENT_SLOT: readonly SlotType[] = [...NUMBER_SLOT, ...TIME_SLOT];

/**
 * True if less than a window has passed since a time; a time in the future passes. The value of a slot of type time is
 * compared in milliseconds, other numbers in seconds.
 */
export function isWithin(
  time: Expression,
  type: SlotType,
  window: Expression,
  nameOf: (callee: InternalFunction) => string,
  at: Span,
): Expression {
  const { call } = buildAt(at);
  const now = type === 'TIME' ? timeNow(nameOf, at) : call('service-now');
  return call('<', call('-', now, time), window);
}

/** A number of seconds in the unit in which times of a type are compared. */
export function windowFor(type: SlotType, seconds: Expression | null): Expression | null {
  if (type !== 'TIME' || seconds === null) return seconds;
  const { call, literal } = buildAt(seconds.at);
  if (seconds.kind !== 'literal') return call('*', literal({ type: 'FLOAT', value: MS }), seconds);
  const value = Number(seconds.value.value) * MS;
  return Number.isFinite(value) ? { ...seconds, value: { type: 'FLOAT', value } } : seconds;
}

/** `(recent-<template>-by-<slot> ?value ?window)`: how many facts have the value, or values, and are not older than that. */
export function recentFunction(
  { template, slots }: CountedSlots,
  timestamp: CountedSlot,
  at: Span,
): InternalFunction {
  const names = slots.map(({ name }) => name);
  return {
    key: `recent ${template} ${names.join(' ')} ${timestamp.slot.name}`,
    wanted: `recent-${template}-by-${names.join('-')}`,
    temporal: { kind: 'recent', template, slots: names, timestamp: timestamp.slot.name },
    define: (name, nameOf) => {
      const { call, variable, slotOf } = buildAt(at);
      const test = call(
        'and',
        ...slotsEqual(slots, at),
        isWithin(slotOf('fact', timestamp.slot.name), timestamp.slot.type, variable('window'), nameOf, at),
        isHeldBeforeRun('fact', nameOf, at),
      );
      return {
        name,
        parameters: [...valueParameters(slots), 'window'],
        wildcard: null,
        body: [call('length$', queryFacts('find-all-facts', 'fact', template, test, [], at))],
        at,
      };
    },
  };
}
