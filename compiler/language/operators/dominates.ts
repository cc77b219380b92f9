import { operandExpression } from './build-expression.ts';
import { compareLevels } from './compare-levels.ts';
import { callInternal, COMPARTMENTS_COVER, isEmptyList } from './compartments.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** The slot of the same pattern that holds the compartments of the one whose level is tested. */
const COMPARTMENTS_SLOT = 'compartments';

/**
 * Dominance of Bell and LaPadula: the slot's level meets or exceeds the level given, and the compartments beside it
 * (slot `compartments` of the same pattern) cover the compartments given.
 */
export const dominates: Operator = {
  name: 'dominates',
  slotTypes: TEXT_SLOT,
  parameters: ['level', 'compartments', 'hierarchy'],
  lower(call, level: Operand, needed: Operand) {
    const levels = compareLevels('meets-or-exceeds', call, level);
    if (isEmptyList(needed)) return levels;
    const held = call.sibling(COMPARTMENTS_SLOT);
    if (held === null) return [];
    return [
      ...levels,
      {
        kind: 'predicate',
        build: () => callInternal(call, COMPARTMENTS_COVER, held, operandExpression(needed)),
        restriction: null,
      },
    ];
  },
};
