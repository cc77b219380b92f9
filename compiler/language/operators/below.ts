import { compareLevels } from './compare-levels.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** Strictly lower in the hierarchy. */
export const below: Operator = {
  name: 'below',
  slotTypes: TEXT_SLOT,
  parameters: ['level'],
  lower: (call, level: Operand) => compareLevels('below', call, level),
};
