import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { isHeldBeforeRun, queryFacts } from './before-run.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import type { CountedSlot, CountedSlots } from './temporal-operator.ts';

/**
 * `(most-<counted>-of-<template>-by-<group>)`: how many different values the slot `counted` has among the facts of one
 * value of the slot `group`, or values of several, where these are the most.
 */
export function mostDistinctFunction(group: CountedSlots, counted: CountedSlot, at: Span): InternalFunction {
  const { template } = group;
  const groups = group.slots.map(({ name }) => name);
  return {
    key: `most-distinct ${template} ${groups.join(' ')} ${counted.slot.name}`,
    wanted: `most-${counted.slot.name}-of-${template}-by-${groups.join('-')}`,
    temporal: { kind: 'most-distinct', template, groups, counted: counted.slot.name },
    define: (name, nameOf) => {
      const { call, variable, integer, slotOf } = buildAt(at);
      const set = (variableName: string, ...values: readonly Expression[]): Expression => ({
        kind: 'bind',
        name: variableName,
        values,
        at,
      });
      const isHeld = (fact: string): Expression => isHeldBeforeRun(fact, nameOf, at);
      const value = slotOf('fact', counted.slot.name);
      const collect: Expression = {
        kind: 'if',
        test: call('not', call('member$', value, variable('values'))),
        then: [set('values', variable('values'), value)],
        else: [],
        at,
      };
      const sameGroup = groups.map((slot) => call('eq', slotOf('fact', slot), slotOf('first', slot)));
      return {
        name,
        parameters: [],
        wildcard: null,
        body: [
          set('most', integer(0)),
          queryFacts(
            'do-for-all-facts',
            'first',
            template,
            isHeld('first'),
            [
              set('values', call('create$')),
              queryFacts(
                'do-for-all-facts',
                'fact',
                template,
                call('and', ...sameGroup, isHeld('fact')),
                [collect],
                at,
              ),
              set('most', call('max', variable('most'), call('length$', variable('values')))),
            ],
            at,
          ),
          variable('most'),
        ],
        at,
      };
    },
  };
}
