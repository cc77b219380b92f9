import type { Metric } from '../metrics/exposition.ts';
import type { Decided } from '../../store/budgets/ledger.ts';

/** Counts what budgets do. Keys of budgets are not labels: their number has no bound. */
export interface BudgetMetrics {
  readonly decided: (ruleset: string, decided: Decided) => void;
  readonly expired: (holds: number) => void;
  /** Nothing was counted, because too many counted at once. */
  readonly contended: () => void;
  readonly metrics: () => readonly Metric[];
}

/** Sums of one budget since the start of the process. */
interface Counts {
  readonly ruleset: string;
  readonly budget: string;
  uses: number;
  amount: number;
  exceeded: number;
}

export function createBudgetMetrics(): BudgetMetrics {
  const budgets = new Map<string, Counts>();
  let conflicts = 0;
  let expired = 0;
  let contended = 0;
  const countsOf = (ruleset: string, budget: string): Counts => {
    const id = JSON.stringify([ruleset, budget]);
    const counts = budgets.get(id) ?? { ruleset, budget, uses: 0, amount: 0, exceeded: 0 };
    budgets.set(id, counts);
    return counts;
  };
  const metric = (name: string, help: string, valueOf: (counts: Counts) => number): Metric => ({
    ...{ name, help, type: 'counter' },
    samples: [...budgets.values()].map((counts) => ({
      labels: { ruleset: counts.ruleset, budget: counts.budget },
      value: valueOf(counts),
    })),
  });
  const single = (name: string, help: string, value: number): Metric => ({
    ...{ name, help, type: 'counter' },
    samples: [{ labels: {}, value }],
  });
  return {
    decided(ruleset, decided) {
      if (decided.kind === 'conflict') conflicts++;
      if (decided.kind !== 'decided') return;
      for (const { budget, requested, exceeded } of decided.sums) {
        const counts = countsOf(ruleset, budget);
        if (exceeded) counts.exceeded++;
        if (!decided.counted) continue;
        counts.uses++;
        counts.amount += Number(requested);
      }
    },
    expired: (holds) => void (expired = holds),
    contended: () => void contended++,
    metrics: () => [
      metric('ferrule_budget_uses_total', 'Uses that were counted, by budget.', ({ uses }) => uses),
      metric(
        'ferrule_budget_amount_total',
        'Amounts that were counted or held, by budget.',
        ({ amount }) => amount,
      ),
      metric(
        'ferrule_budget_exceeded_total',
        'Keys that a decision found exceeded, by budget.',
        (counts) => counts.exceeded,
      ),
      single('ferrule_budget_conflicts_total', 'Idempotency keys that came with another request.', conflicts),
      single(
        'ferrule_budget_contention_total',
        'Decisions that counted nothing because too many counted at once.',
        contended,
      ),
      single('ferrule_budget_expired_total', 'Reservations that were not settled in time.', expired),
    ],
  };
}
