import type { Requested } from '../../library/budgets/requested.ts';
import type { AskedUse } from './ledger.ts';

/** A use as the ledger takes it; `missing`: the part of it that is unknown. */
export type CountedUse = AskedUse & { readonly missing: string | null };

/** What a decision requests of a key, for the ledger. No use is approved. */
export function countedUse({ budget, key, state, amount, overflows, limit }: Requested): CountedUse {
  const { name, per, window, reserve, shape } = budget;
  return {
    budget: name,
    key: JSON.stringify(key),
    secret: per.flatMap((each) => (each.sensitive ? [each.name] : [])),
    amount: String(amount),
    overflows,
    limit: String(limit),
    isLimitOfFact: budget.limit.kind === 'fact',
    isKnown: state === 'known',
    missing: state === 'known' ? null : state,
    window,
    reserve,
    shape,
    isApproved: false,
  };
}
