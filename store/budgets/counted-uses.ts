/** The uses of an evaluation as a ledger takes them. */
import { requestedOn } from '../../library/budgets/requested.ts';
import { ServiceError } from '../../library/errors.ts';
import type { BudgetInfo } from '../../runtime/budget-info.ts';
import type { BudgetUse } from '../../runtime/engine/budget-uses.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { countedUse, type CountedUse } from './counted-use.ts';

/** The evaluation that found the uses. */
interface UsedBy {
  readonly budgets: readonly BudgetInfo[];
  readonly document: unknown;
  readonly hostFacts: readonly FactInput[];
  /** Facts of a template that the engine held before. */
  readonly held: (template: string) => readonly Readonly<Record<string, unknown>>[];
  /** Name of the caller's token; null: it has none. */
  readonly token: string | null;
  readonly isInSession: boolean;
}

/** Throws BudgetAmountError, ValidationError, or ServiceError for a budget of a session outside of one. */
export function countedUses(
  uses: readonly BudgetUse[],
  { budgets, document, hostFacts, held, token, isInSession }: UsedBy,
): readonly CountedUse[] {
  if (uses.length === 0) return [];
  const from = { budgets, uses, document, hostFacts, token };
  const counted = requestedOn({ query: held }, from).map(countedUse);
  if (!isInSession && counted.some(({ window }) => window.kind === 'session'))
    throw new ServiceError('validation_error', 'a budget of a session needs `session_id`', 'session_id');
  return counted;
}

/** An approval lets these budgets be exceeded, and no others. */
export function withApproved(
  uses: readonly CountedUse[],
  approved: readonly string[] = [],
): readonly CountedUse[] {
  return uses.map((use) => ({ ...use, isApproved: approved.includes(use.budget) }));
}
