import type { Worker } from 'node:worker_threads';
import { ServiceError } from '../library/errors.ts';
import { missingPackage } from '../library/missing-package.ts';
import { FolderInUse } from './folder-lock.ts';
import { StateStore } from './state-store.ts';
import type { StoreLog } from './store.ts';

/**
 * Opens the embedded store of a data folder.
 * @param thread that started before, if any
 * @throws ServiceError `store_unavailable`, whose text names the folder
 */
export async function openStateStore(dataDir: string, log: StoreLog, thread?: Worker): Promise<StateStore> {
  try {
    return await StateStore.open(dataDir, log, thread);
  } catch (error) {
    const problem = missingPackage(error) ?? (error instanceof Error ? error.message : String(error));
    const why = error instanceof FolderInUse ? problem : `cannot open the embedded store: ${problem}`;
    const refusal = new ServiceError('store_unavailable', `SERVICE_DATA_DIR: ${why}`);
    refusal.cause = error;
    throw refusal;
  }
}
