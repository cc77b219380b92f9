/** The SQL database as the ledger uses it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../library/errors.ts';
import type { Sql, Store } from '../../store.ts';

/** How a ledger reaches its database, and by which names it is known there. */
export interface LedgerDatabase {
  /** Opens the database. Throws ServiceError `store_unavailable`. */
  readonly open: () => Promise<Store>;
  /** Owner of lines: the same after a restart, if its log can be found again. `null`: this server records nothing. */
  readonly writer: string | null;
  /** This process. */
  readonly process: string;
  /** True if times are those that callers give: for tests. */
  readonly isGivenTime: boolean;
}

/** Serialization failures and deadlocks, which another attempt need not meet again. */
const REPEATED = new Set(['40001', '40P01']);
/** A lock was not free in time: the attempt has waited. */
const LOCKED = '55P03';
const ATTEMPTS = 5;
const PAUSE_MS = 20;

const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Runs work that changes nothing if it fails, and again on contention. Throws ServiceError `contention` or `store_unavailable`. */
export async function attempted<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const state = stateOf(error);
      if (state !== LOCKED && !REPEATED.has(state)) throw error;
      if (state === LOCKED || attempt === ATTEMPTS)
        throw new ServiceError(
          'contention',
          'too many concurrent updates of one budget: nothing was counted',
        );
      await sleep(PAUSE_MS * attempt * Math.random());
    }
  }
}

/** One transaction that waits for locks as long as a group does. */
export async function transact<T>(
  { open }: Pick<LedgerDatabase, 'open'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const store = await open();
  return attempted(() =>
    store.transaction(async (sql) => {
      await sql.query("SELECT set_config('lock_timeout', '3s', true)");
      // A server that stops here must not hold its locks for long.
      await sql.query("SELECT set_config('idle_in_transaction_session_timeout', '5s', true)");
      return work(sql);
    }),
  );
}

/** The time of an operation. */
export async function clockOf(sql: Sql, { isGivenTime }: LedgerDatabase, now: number): Promise<number> {
  if (isGivenTime) return now;
  const [row] = await sql.query<{ now: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  return row!.now;
}
