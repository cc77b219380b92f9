import { GREATEST_INTEGER } from '../../../runtime/values/integer64.ts';
import type { BudgetAmount } from '../../../runtime/budget-info.ts';
import type { BudgetSyntax } from '../../budget-syntax.ts';
import { checkBudgetSource, type BudgetPlace } from './source.ts';

const ONE: BudgetAmount = { kind: 'number', value: '1' };
const NUMBERS: ReadonlySet<string> = new Set(['INTEGER', 'FLOAT']);

/** The amount of one use; null (reported) if it is not an amount. */
export function checkBudgetAmount({ amount }: BudgetSyntax, place: BudgetPlace): BudgetAmount | null {
  if (amount === null) return ONE;
  if (amount.kind === 'number') {
    if (amount.value >= 0n && amount.value <= GREATEST_INTEGER)
      return { kind: 'number', value: String(amount.value) };
    place.report.add('budget-value', amount.at, { key: 'amount' });
    return null;
  }
  const found = checkBudgetSource(amount, 'amount', place);
  if (found === null) return null;
  const { source } = found;
  if (source.kind !== 'slot') return source;
  const slot = place.template?.slots.find(({ name }) => name === source.slot);
  if (slot === undefined || NUMBERS.has(slot.type)) return source;
  place.report.add('budget-amount-type', amount.at, { type: slot.type });
  return null;
}
