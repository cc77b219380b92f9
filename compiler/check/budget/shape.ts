import type { BudgetInfo } from '../../../runtime/budget-info.ts';
import type { BudgetConditionSyntax } from '../../budget-syntax.ts';

/** What the uses of a budget mean, as one text: its limit, its reason and its `on_exceed` may change, this may not. */
export function shapeOf(
  { template, per, amount, window }: Pick<BudgetInfo, 'template' | 'per' | 'amount' | 'window'>,
  condition: BudgetConditionSyntax | null,
): string {
  const keys = per.map(({ name, source }) => [name, source]);
  return JSON.stringify([template, keys, amount, window.written, condition?.written ?? null]);
}
