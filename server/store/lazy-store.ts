import { ServiceError } from '../errors.ts';
import { FolderInUse } from './folder-lock.ts';
import { openStore, type StorePlace } from './open-store.ts';
import type { Store, StoreLog } from './store.ts';

/** The database of the process, opened when it is first needed; when that fails, the next who needs it tries again. */
export class LazyStore {
  readonly place: StorePlace;
  readonly #log: StoreLog;
  #opening: Promise<Store> | null = null;
  #closed = false;

  constructor(place: StorePlace, log: StoreLog) {
    this.place = place;
    this.#log = log;
  }

  /** Throws ServiceError `store_unavailable`, whose cause is in the log. */
  open(): Promise<Store> {
    if (this.#closed)
      return Promise.reject(new ServiceError('shutting_down', 'the service is shutting down'));
    this.#opening ??= openStore(this.place, this.#log).catch((error: unknown) => {
      this.#opening = null;
      throw this.#refusal(error);
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#opening?.catch(() => null))?.close();
  }

  /** Paths and addresses are for who runs the service, not for who asks it. */
  #refusal(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    this.#log.error(
      { problem: error instanceof Error ? error.message : String(error) },
      'the database does not open',
    );
    const detail =
      error instanceof FolderInUse
        ? 'the folder of the embedded database is in use by another process'
        : 'the database does not open';
    const refusal = new ServiceError('store_unavailable', detail);
    refusal.cause = error;
    return refusal;
  }
}
