import { compareNumbers } from './compare-numbers.ts';
import { NUMBER_SLOT, type Operand, type Operator } from './operator.ts';

export const atMost: Operator = {
  name: 'at_most',
  slotTypes: NUMBER_SLOT,
  parameters: ['number'],
  lower: (call, limit: Operand) => [compareNumbers('<=', call, limit)],
};
