import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import type { CountedUse } from './counted-use.ts';
import type { KeySums } from './ledger.ts';

/** A decision without sums, and the uses that would count. */
interface Unsummed {
  readonly decision: string | null;
  readonly uses: readonly CountedUse[];
}

/** The sums as facts that the rules of the budgets match. */
export function sumFacts({ decision, uses }: Unsummed, sums: readonly KeySums[]): readonly FactInput[] {
  return uses.map((use, i) => {
    const [used, reserved] = [BigInt(sums[i]!.used), BigInt(sums[i]!.reserved)];
    const spent = bounded(used + reserved);
    return {
      template: BUDGET_TEMPLATE,
      data: {
        budget: use.budget,
        // Distinguishes keys of a budget without showing them.
        key: String(i),
        state: use.missing ?? 'known',
        approved: use.isApproved ? 'yes' : 'no',
        // True if the rules allow without budgets: otherwise a budget does not escalate.
        allowed: decision === 'allow' ? 'yes' : 'no',
        used: bounded(used),
        reserved: bounded(reserved),
        // A sum of amounts beyond 64 bits exceeds every limit.
        spent: use.overflows && spent === 0n ? 1n : spent,
        requested: BigInt(use.amount),
        limit: BigInt(use.limit),
      },
    };
  });
}

const bounded = (value: bigint): bigint => (value > GREATEST_INTEGER ? GREATEST_INTEGER : value);
