import { compareLevels } from './compare-levels.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** The same level or a higher one. */
export const meetsOrExceeds: Operator = {
  name: 'meets_or_exceeds',
  slotTypes: TEXT_SLOT,
  parameters: ['level'],
  lower: (call, level: Operand) => compareLevels('meets-or-exceeds', call, level),
};
