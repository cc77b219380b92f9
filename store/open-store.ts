import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleFile } from '../library/node/package-root.ts';
import { IN_MEMORY } from './data-dir.ts';
import { prepareDataFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrations.ts';
import type { Store, StoreLog } from './store.ts';

export interface StorePlace {
  /** Connection URL of PostgreSQL, or null: embedded. */
  readonly databaseUrl: string | null;
  /** Folder of the embedded database, or `:memory:`. */
  readonly dataDir: string;
}

/** Folder of the embedded database in a data folder. */
export const DATABASE = 'database';

/**
 * Opens the database and brings its tables up to date. Drivers are loaded here and not before: a service without runs
 * and without a fleet needs none of them. Throws FolderInUse, ServiceError `store_unavailable`, or the database's error.
 * @param signal gives up a database that does not respond
 */
export async function openStore(place: StorePlace, log: StoreLog, signal?: AbortSignal): Promise<Store> {
  const store =
    place.databaseUrl === null
      ? await openEmbedded(place.dataDir)
      : await openPostgres(place.databaseUrl, log);
  // The embedded one responds; its folder is left in order.
  const giveUp = (): void => void (place.databaseUrl !== null && store.close());
  signal?.addEventListener('abort', giveUp);
  try {
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function openPostgres(url: string, log: StoreLog): Promise<Store> {
  const { PostgresStore } = await import('./postgres-store.ts');
  return new PostgresStore(url, log);
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const { EmbeddedStore } = await import('./embedded-store.ts');
  const file = bundleFile('store-worker.js');
  if (dataDir === IN_MEMORY) return EmbeddedStore.open(file, null, null);
  const folder = resolve(dataDir);
  prepareDataFolder(folder);
  const lock = await lockFolder(folder);
  try {
    return await EmbeddedStore.open(file, join(folder, DATABASE), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** True if an earlier process may have left runs: the store is then opened at start. */
export function holdsRuns({ databaseUrl, dataDir }: StorePlace): boolean {
  return databaseUrl !== null || (dataDir !== IN_MEMORY && existsSync(join(dataDir, DATABASE)));
}
