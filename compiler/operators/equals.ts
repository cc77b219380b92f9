import { ANY_SLOT, type Operand, type Operator } from './operator.ts';

/** Equality of type and value; with a reference it is a join. */
export const equals: Operator = {
  name: 'equals',
  slotTypes: ANY_SLOT,
  parameters: ['value'],
  lower: (_, operand: Operand) => [{ kind: 'equals', operand }],
};
