import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../library/errors.ts';
import { missingPackage } from '../library/missing-package.ts';
import { FolderInUse } from './folder-lock.ts';
import { openStore, type StorePlace } from './open-store.ts';
import type { Store, StoreLog } from './store.ts';

/** A database that takes longer to answer a ready check is none to rely on. */
const ANSWER_MS = 2_000;

/** The database of the process, opened when it is first needed; when that fails, the next who needs it tries again. */
export class LazyStore {
  readonly place: StorePlace;
  readonly #log: StoreLog;
  #opening: Promise<Store> | null = null;
  readonly #giveUp = new AbortController();
  #closed = false;

  constructor(place: StorePlace, log: StoreLog) {
    this.place = place;
    this.#log = log;
  }

  /** Throws ServiceError `store_unavailable`, whose cause is in the log. */
  open(): Promise<Store> {
    if (this.#closed || (this.#opening === null && this.#giveUp.signal.aborted))
      return Promise.reject(new ServiceError('shutting_down', 'the service is shutting down'));
    this.#opening ??= openStore(this.place, this.#log, this.#giveUp.signal).catch((error: unknown) => {
      this.#opening = null;
      throw this.#refusal(error);
    });
    return this.#opening;
  }

  /** Health of the database: null, or its problem. An unopened database is not opened for it. */
  async problem(): Promise<string | null> {
    if (this.#opening === null && this.place.databaseUrl === null) return null;
    const answer = this.open().then(async (store) => {
      await store.query('SELECT 1');
      return null;
    });
    const late = sleep(ANSWER_MS, 'does not respond', { ref: false });
    return Promise.race([answer.catch(() => 'does not respond'), late]);
  }

  /** Opens no database any more; one that is open stays so. */
  giveUp(): void {
    this.#giveUp.abort();
  }

  async close(): Promise<void> {
    this.giveUp();
    this.#closed = true;
    await (await this.#opening?.catch(() => null))?.close();
  }

  /** Paths and addresses are for the operator, not for callers. */
  #refusal(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    this.#log.error(
      { problem: missingPackage(error) ?? (error instanceof Error ? error.message : String(error)) },
      'cannot open the database',
    );
    const detail =
      error instanceof FolderInUse
        ? 'the folder of the embedded database is in use by another process'
        : 'cannot open the database';
    const refusal = new ServiceError('store_unavailable', detail);
    refusal.cause = error;
    return refusal;
  }
}
