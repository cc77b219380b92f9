import { isIn } from './in.ts';
import { EVERY_SLOT, type Operator } from './operator.ts';

/** The value is a key of a map of the ruleset: one of a list that is known. */
export const hasKey: Operator = {
  name: 'has_key',
  slotTypes: EVERY_SLOT.filter((type) => type !== 'FLOAT' && type !== 'TIME' && type !== 'BOOLEAN'),
  parameters: ['keys'],
  lower: isIn.lower,
};
