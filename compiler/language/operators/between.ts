import { compareNumbers } from './compare-numbers.ts';
import { NUMBER_SLOT, type Operand, type Operator } from './operator.ts';

/** Both ends belong to the range. */
export const between: Operator = {
  name: 'between',
  slotTypes: NUMBER_SLOT,
  parameters: ['number', 'number'],
  lower: (call, low: Operand, high: Operand) => [
    compareNumbers('>=', call, low),
    compareNumbers('<=', call, high),
  ],
};
