import { ANY_SLOT, type Operand, type Operator } from './operator.ts';

export const notIn: Operator = {
  name: 'not_in',
  slotTypes: ANY_SLOT,
  parameters: ['values'],
  lower: (_, ...items: readonly Operand[]) => [{ kind: 'none-of', operands: items }],
};
