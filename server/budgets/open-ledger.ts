import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Ledger } from '../../store/budgets/ledger.ts';
import { sqlLedger } from '../../store/budgets/sql/sql-ledger.ts';
import { sqlValues } from '../../store/budgets/sql/values.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { Store } from '../../store/store.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { CompilerThread } from '../evaluation/main/compiler-thread.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { KeptValues } from '../rulesets/kept-values.ts';
import type { Serving } from '../rulesets/serving.ts';
import type { Configuration } from '../settings/configuration.ts';
import { createBudgetMetrics } from './budget-metrics.ts';
import { guardMounted } from './guard-mounted.ts';
import { loggedLedger, type LedgerLog } from './logged-ledger.ts';

interface Kept {
  /** The database. */
  readonly lazy: Pick<LazyStore, 'open'>;
  readonly state: Pick<StateStore, 'ledger' | 'value' | 'setValue'> | null;
  readonly audit: LedgerLog | null;
}

interface Served {
  readonly serving: Serving;
  readonly compiler: Pick<CompilerThread, 'ask'>;
  readonly metrics: Pick<ServiceMetrics, 'include'>;
}

interface StoredLedger {
  readonly ledger: Ledger;
  readonly values: KeptValues;
}

/** The ledger in the database that servers share, else in the data folder; null: nothing is kept. */
function storedLedger(configuration: Configuration, { lazy, state, audit }: Kept): StoredLedger | null {
  if (state !== null) return { ledger: state.ledger(), values: state };
  if (configuration.store.databaseUrl === null) return null;
  const open = (): Promise<Store> => lazy.open();
  const writer = audit === null ? null : writerOf(configuration);
  const ledger = sqlLedger({ open, writer, process: randomUUID(), isGivenTime: false });
  return { ledger, values: sqlValues(open) };
}

/** The name of this server among those on the database: after a restart it finds the lines that it did not write. */
function writerOf({ evidence, port }: Configuration): string {
  const folder = evidence.settings.log?.files?.folder ?? null;
  if (folder !== null) return `${hostname()} ${resolve(folder)}`;
  return port === 0 ? randomUUID() : `${hostname()} ${port}`;
}

/** `null` if nothing is kept here that decisions could be counted in. */
export async function openLedger(
  configuration: Configuration,
  kept: Kept,
  { serving, compiler, metrics }: Served,
  log: Logger,
): Promise<Ledger | null> {
  const { evidence, ruleset: path, publicKey } = configuration;
  const { audit } = kept;
  const own = storedLedger(configuration, kept);
  if (own === null) return null;
  const folder = evidence.settings.log?.files?.folder ?? null;
  const counts = createBudgetMetrics();
  metrics.include(counts.metrics);
  const ledger = loggedLedger({ ledger: own.ledger, audit, folder, counts, log });
  if (serving.kind !== 'mounted') return ledger;
  const afterReset = await guardMounted({
    ...{ serving, ledger, compiler, path, log, values: own.values },
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
