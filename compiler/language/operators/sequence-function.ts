import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import { isWithin } from './recent-function.ts';
import type { CountedSlot } from './temporal-operator.ts';

/** One step of a sequence: facts with a value in one slot, at the time in another. */
export interface Step {
  readonly slot: CountedSlot;
  readonly timestamp: CountedSlot;
}

/**
 * `(sequence-of-<template>-… ?value-1 … ?window)`: whether there are facts, one a step, at times that strictly
 * increase and of which none is longer ago than that. Only the first is compared with the clock: the others are later.
 * Times are compared as floats, because steps may hold them in slots of different types.
 */
export function sequenceFunction(steps: readonly Step[], at: Span): InternalFunction {
  return {
    key: `sequence ${steps.map(({ slot, timestamp }) => `${slot.template} ${slot.slot.name} ${timestamp.slot.name}`).join(', ')}`,
    wanted: ['sequence-of', ...new Set(steps.map(({ slot }) => slot.template))].join('-'),
    temporal: {
      kind: 'sequence',
      steps: steps.map(({ slot, timestamp }) => ({
        template: slot.template,
        slot: slot.slot.name,
        timestamp: timestamp.slot.name,
      })),
    },
    define: (name, nameOf) => ({
      name,
      parameters: [...steps.map((_, index) => valueOf(index)), 'window'],
      wildcard: null,
      body: [stepsFrom(0, steps, nameOf, at)],
      at,
    }),
  };
}

const factOf = (index: number): string => `fact-${index + 1}`;
const valueOf = (index: number): string => `value-${index + 1}`;

/** A query for the fact of one step, inside its test that for the next. */
function stepsFrom(
  index: number,
  steps: readonly Step[],
  nameOf: (callee: InternalFunction) => string,
  at: Span,
): Expression {
  const { call, variable, symbol, slotOf } = buildAt(at);
  const step = steps[index];
  if (step === undefined) return symbol('TRUE');
  const before = steps[index - 1];
  const time = slotOf(factOf(index), step.timestamp.slot.name);
  const isInTime =
    before === undefined
      ? isWithin(time, step.timestamp.slot.type, variable('window'), nameOf, at)
      : call('<', call('float', slotOf(factOf(index - 1), before.timestamp.slot.name)), call('float', time));
  const test = call(
    'and',
    call('eq', slotOf(factOf(index), step.slot.slot.name), variable(valueOf(index))),
    isInTime,
    isHeldBeforeRun(factOf(index), nameOf, at),
    ...(index + 1 < steps.length ? [stepsFrom(index + 1, steps, nameOf, at)] : []),
  );
  return queryFacts('any-factp', factOf(index), step.slot.template, test, [], at);
}
