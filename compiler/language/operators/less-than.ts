import { compareNumbers } from './compare-numbers.ts';
import { NUMBER_SLOT, type Operand, type Operator } from './operator.ts';

export const lessThan: Operator = {
  name: 'less_than',
  slotTypes: NUMBER_SLOT,
  parameters: ['number'],
  lower: (call, limit: Operand) => [compareNumbers('<', call, limit)],
};
