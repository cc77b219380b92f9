import { compareNumbers } from './compare-numbers.ts';
import { NUMBER_SLOT, type Operand, type Operator } from './operator.ts';

export const atLeast: Operator = {
  name: 'at_least',
  slotTypes: NUMBER_SLOT,
  parameters: ['number'],
  lower: (call, limit: Operand) => [compareNumbers('>=', call, limit)],
};
