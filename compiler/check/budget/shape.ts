import type { BudgetInfo } from '../../../runtime/budget-info.ts';
import type { BudgetConditionSyntax } from '../../budget-syntax.ts';

/** The meaning of the uses of a budget, as one text. A limit, a reason and `on_exceed` may change without a reset; this text may not. */
export function shapeOf(
  { template, per, amount, window }: Pick<BudgetInfo, 'template' | 'per' | 'amount' | 'window'>,
  condition: BudgetConditionSyntax | null,
): string {
  const keys = per.map(({ name, source }) => [name, source]);
  return JSON.stringify([template, keys, amount, window.written, condition?.written ?? null]);
}
