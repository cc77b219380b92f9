import { compareLevels } from './compare-levels.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** The same level or a lower one. */
export const withinScope: Operator = {
  name: 'within_scope',
  slotTypes: TEXT_SLOT,
  parameters: ['level'],
  lower: (call, level: Operand) => compareLevels('within-scope', call, level),
};
