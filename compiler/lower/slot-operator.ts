import type { Span } from '../diagnostics/position.ts';
import type { ArgumentSyntax } from '../syntax.ts';
import { operatorOf, slotCondition } from './new-condition.ts';
import type { SlotOperand } from './operand.ts';

/** Adds a condition to the pattern of a slot. `operatorAt`: where the operator is written, if not everywhere in it. */
export function addCondition(
  { draft, slot }: SlotOperand,
  operator: string,
  args: readonly ArgumentSyntax[],
  at: Span,
  operatorAt: Span = at,
): void {
  const expression = operatorOf(operator, args, at);
  draft.conditions.push(
    slotCondition(slot, { ...expression, operator: { value: operator, at: operatorAt } }, at),
  );
}
