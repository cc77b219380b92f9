import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockFolder, type FolderLock } from '../store/folder-lock.ts';
import type { LazyStore } from '../store/lazy-store.ts';
import { Audit, type ServiceLog } from './audit.ts';
import type { CentralLog, EvidenceConfiguration } from './settings.ts';
import { openCollector } from './log/collector.ts';
import { FileLog } from './log/file-log.ts';
import type { FileLogSettings } from './log/file-log-settings.ts';
import { openStdoutLog } from './log/stdout-log.ts';
import { openStoreLog } from './log/store-log.ts';
import { createWitness } from './log/witness.ts';

/** Folder in the log's that the service's own records are in. */
const WRITER = 'service';
const LOCK = 'lock';
const PROBE = 'writable';

type Witness = ((note: string) => void) | null;

/**
 * Opens the decision log; null: there is none. Throws FolderInUse for a folder that another process writes to, and the
 * system's error for one that cannot be written.
 */
export async function startAudit(
  { settings, central, witnessUrl }: EvidenceConfiguration,
  store: LazyStore,
  log: Logger,
): Promise<Audit | null> {
  const witness = witnessUrl === null ? null : createWitness(witnessUrl, log);
  const files = settings.log?.files ?? null;
  if (files !== null) {
    const lock = await lockFolder(join(files.folder, LOCK));
    return new Audit(openFiles(files, lock, witness, log), witness, log);
  }
  if (central === null) return null;
  return new Audit(openCentral(central, store, witness, log), witness, log);
}

function openCentral(central: CentralLog, store: LazyStore, witness: Witness, log: Logger): ServiceLog {
  const { sink } = central;
  const options = { ...central, warn: (problem: string) => log.error({ problem }, 'decision log') };
  switch (sink.kind) {
    case 'http':
      return openCollector({ ...options, url: sink.url, serverId: hostname() });
    case 'database':
      return openStoreLog(store, options, witness);
    case 'stdout':
      return openStdoutLog(options, witness);
  }
}

function openFiles(settings: FileLogSettings, lock: FolderLock, witness: Witness, log: Logger): ServiceLog {
  const files = new FileLog(WRITER, settings, {
    warn: (problem) => log.error({ problem }, 'decision log'),
    checkpoint: (note) => witness?.(note),
  });
  return {
    get isFull() {
      return files.isFull;
    },
    counts: { recorded: 0, dropped: 0 },
    problem: () => probe(join(settings.folder, PROBE)),
    append: (bodies) => bodies.forEach((body) => files.append(body)),
    settle: () => files.flushBatch(),
    async close() {
      files.close();
      await lock.release();
    },
  };
}

/** The workers write their files themselves: whether the folder takes writes is tried. */
async function probe(path: string): Promise<string | null> {
  try {
    await writeFile(path, `${new Date().toISOString()}\n`);
    return null;
  } catch {
    return 'cannot be written';
  }
}
