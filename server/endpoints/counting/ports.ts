import { ServiceError } from '../../../library/errors.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { Counts } from './kept-ledger.ts';

/** Parts of the service for decisions that count. */
export interface DecisionPort extends RunsJobs, KnowsMounted, Counts {
  readonly audit: { readonly hand: (records: readonly string[]) => Promise<void> | null } | null;
}

/** Throws ServiceError `forbidden` for figures that the caller may not see. */
export function checkShown({ showsBudgets }: { readonly showsBudgets: boolean }, { roles }: Caller): void {
  if (showsBudgets && !roles.has('budgets'))
    throw new ServiceError('forbidden', "`budgets` needs a token with the role 'budgets'");
}
