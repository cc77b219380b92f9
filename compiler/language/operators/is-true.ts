import type { Operator } from './operator.ts';

/** A BOOLEAN that is true, or false. */
const isValue = (name: string, value: boolean): Operator => ({
  name,
  slotTypes: ['BOOLEAN'],
  parameters: [],
  lower: ({ at }) => [
    { kind: 'equals', operand: { kind: 'literal', value: { type: 'BOOLEAN', value }, at } },
  ],
});

export const isTrue = isValue('is_true', true);
export const isFalse = isValue('is_false', false);
