import { compareList } from './compare-list.ts';
import { EVERY_SLOT, type Operand, type Operator } from './operator.ts';

/** Equality of type and value; with a reference it is a join. */
export const equals: Operator = {
  name: 'equals',
  slotTypes: EVERY_SLOT,
  lists: 'too',
  parameters: ['value'],
  lower: (call, operand: Operand) =>
    operand.kind === 'list' ? [compareList('eq', call, operand)] : [{ kind: 'equals', operand }],
};
