import { compareNumbers } from './compare-numbers.ts';
import { NUMBER_SLOT, type Operand, type Operator } from './operator.ts';

export const greaterThan: Operator = {
  name: 'greater_than',
  slotTypes: NUMBER_SLOT,
  parameters: ['number'],
  lower: (call, limit: Operand) => [compareNumbers('>', call, limit)],
};
