import { ServiceError } from '../../../library/errors.ts';
import type { Ledger } from '../../../store/budgets/ledger.ts';

/** Counts decisions; null: this server cannot. */
export interface Counts {
  readonly ledger: Ledger | null;
}

/** Throws ServiceError `store_unavailable` on a server without a ledger. */
export function ledgerOf({ ledger }: Counts): Ledger {
  if (ledger !== null) return ledger;
  throw new ServiceError('store_unavailable', 'this server keeps no ledger of budgets');
}
