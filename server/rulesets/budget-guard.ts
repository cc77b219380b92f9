/** Keeps a reload from changing what live uses of budgets mean. */
import { ServiceError } from '../../library/errors.ts';
import type { MountableRuleset, MountedBudget } from '../evaluation/protocol/compile-protocol.ts';

/** The budgets of the mounted ruleset. */
export interface BudgetGuard {
  /** Budgets with live uses that are gone or mean something else, each with the number of its keys in use. */
  readonly changed: (
    ruleset: string,
    budgets: readonly MountedBudget[],
  ) => Promise<readonly { readonly budget: string; readonly live: number }[]>;
  /** Forgets what a budget counted, and records it. */
  readonly reset: (ruleset: string, budget: string, origin: string | null) => Promise<void>;
  /** This version counts from now on. */
  readonly mounted: (details: MountableRuleset) => Promise<void>;
}

/** Throws ServiceError `budget_changed`, unless the reload names every budget that changed. */
export async function checkBudgets(
  guard: BudgetGuard | null,
  ruleset: string,
  budgets: readonly MountedBudget[],
  named: readonly string[],
): Promise<void> {
  if (guard === null) return;
  const changed = await guard.changed(ruleset, budgets);
  const left = changed.filter(({ budget }) => !named.includes(budget));
  if (left.length === 0) return;
  const all = left.map(({ budget, live }) => `${budget} (${live})`).join(', ');
  throw new ServiceError(
    'budget_changed',
    `budgets with live uses have changed or are gone, with the number of their keys in use: ${all}. Name them in reset_budgets to begin at 0`,
    'reset_budgets',
  );
}

/** After the swap: until then the old version counts. What is refused in between is not allowed. */
export async function resetBudgets(
  guard: BudgetGuard | null,
  rulesets: readonly string[],
  named: readonly string[],
  origin: string | null,
): Promise<void> {
  if (guard === null) return;
  for (const ruleset of new Set(rulesets))
    for (const budget of named) await guard.reset(ruleset, budget, origin);
}
