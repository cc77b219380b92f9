import { compareList } from './compare-list.ts';
import { EVERY_SLOT, type Operand, type Operator } from './operator.ts';

export const notEquals: Operator = {
  name: 'not_equals',
  slotTypes: EVERY_SLOT,
  lists: 'too',
  parameters: ['value'],
  lower: (call, operand: Operand) =>
    operand.kind === 'list'
      ? [compareList('neq', call, operand)]
      : [{ kind: 'none-of', operands: [operand] }],
};
