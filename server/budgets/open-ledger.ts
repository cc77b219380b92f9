import type { Logger } from 'pino';
import type { Ledger } from '../../store/budgets/ledger.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { CompilerThread } from '../evaluation/main/compiler-thread.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { Serving } from '../rulesets/serving.ts';
import type { Configuration } from '../settings/configuration.ts';
import { createBudgetMetrics } from './budget-metrics.ts';
import { guardMounted } from './guard-mounted.ts';
import { loggedLedger, type LedgerLog } from './logged-ledger.ts';

interface Kept {
  readonly state: Pick<StateStore, 'ledger' | 'value' | 'setValue'> | null;
  readonly audit: LedgerLog | null;
}

interface Served {
  readonly serving: Serving;
  readonly compiler: Pick<CompilerThread, 'ask'>;
  readonly metrics: Pick<ServiceMetrics, 'include'>;
}

/** `null` if nothing is kept here that decisions could be counted in. */
export async function openLedger(
  { evidence, ruleset: path, publicKey }: Configuration,
  { state, audit }: Kept,
  { serving, compiler, metrics }: Served,
  log: Logger,
): Promise<Ledger | null> {
  if (state === null) return null;
  const folder = evidence.settings.log?.files?.folder ?? null;
  const counts = createBudgetMetrics();
  metrics.include(counts.metrics);
  const ledger = loggedLedger({ ledger: state.ledger(), audit, folder, counts, log });
  if (serving.kind !== 'mounted') return ledger;
  const afterReset = await guardMounted({
    ...{ serving, ledger, compiler, path, log, values: state },
    isRecorded: audit !== null,
    isSigned: publicKey !== null,
  });
  return {
    ...ledger,
    async reset(...asked) {
      const reset = await ledger.reset(...asked);
      await afterReset();
      return reset;
    },
  };
}
