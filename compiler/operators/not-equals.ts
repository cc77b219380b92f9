import { ANY_SLOT, type Operand, type Operator } from './operator.ts';

export const notEquals: Operator = {
  name: 'not_equals',
  slotTypes: ANY_SLOT,
  parameters: ['value'],
  lower: (_, operand: Operand) => [{ kind: 'none-of', operands: [operand] }],
};
