import { FerruleError, ValidationError } from '../../runtime/engine/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { BudgetInfo } from '../../runtime/budget-info.ts';
import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import { valueOf, type UseContext } from './values.ts';

/** An amount that is valid as a value and cannot be counted: it is negative, or a fraction. */
class BudgetAmountError extends FerruleError {
  override name = 'BudgetAmountError';
  readonly budget: string;

  constructor(budget: string) {
    super('budget_amount', `The amount of budget '${budget}' must be a whole number from 0 on`, 'amount');
    this.budget = budget;
  }
}

/** The amount of a use; null if it is missing. Throws BudgetAmountError or ValidationError. */
export function amountOf(context: UseContext): bigint | null {
  const { amount, name } = context.budget;
  if (amount.kind === 'number') return BigInt(amount.value);
  const value = valueOf(amount, context);
  return value === undefined ? null : readAmount(value, name);
}

/**
 * Refuses the negative amounts and fractions among facts as they were sent, before they are validated: a slot of whole numbers
 * refuses a fraction with less to say. Throws BudgetAmountError.
 */
export function checkSentAmounts(budgets: readonly BudgetInfo[], facts: readonly FactInput[]): void {
  for (const { template, amount, name } of budgets) {
    if (amount.kind !== 'slot') continue;
    for (const fact of facts) {
      if (fact.template !== template) continue;
      const number = numberOf((fact.data as Readonly<Record<string, unknown>> | null)?.[amount.slot]);
      if (number !== null && isUncountable(number)) throw new BudgetAmountError(name);
    }
  }
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof NumberText ? value.value : null;
}

/** A value beyond 64 bits is refused. */
function isUncountable(number: number): boolean {
  if (number < 0) return number >= -(2 ** 63);
  return Number.isFinite(number) && !Number.isInteger(number);
}

function readAmount(value: unknown, budget: string): bigint {
  const number = numberOf(value);
  if (number === null) throw new ValidationError(`The amount of budget '${budget}' is no number`, 'amount');
  if (isUncountable(number)) throw new BudgetAmountError(budget);
  const whole = typeof value === 'bigint' ? value : Number.isFinite(number) ? BigInt(number) : -1n;
  if (whole < 0n || whole > GREATEST_INTEGER)
    throw new ValidationError(`The amount of budget '${budget}' has more than 64 bits`, 'amount');
  return whole;
}
