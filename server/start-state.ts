import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { ServiceError } from '../library/errors.ts';
import { LocalLog } from './sessions/local-log.ts';
import { MemoryJournal } from '../store/sessions/memory-journal.ts';
import type { SessionLimits, SessionLog } from './sessions/session-log.ts';
import type { SessionHead } from '../store/sessions/session-head.ts';
import type { Serving } from './rulesets/serving.ts';
import { SharedLog } from './sessions/shared-log.ts';
import type { Configuration } from './settings/configuration.ts';
import { IN_MEMORY } from '../store/data-dir.ts';
import { checkDataFolder } from '../store/data-folder.ts';
import type { LazyStore } from '../store/lazy-store.ts';
import { openStateStore } from '../store/open-state-store.ts';
import type { StateStore } from '../store/state-store.ts';

const SECOND_MS = 1_000;

/** @throws ServiceError `store_unavailable` for a data folder that every user may write. */
export function checkFolder({ store: { dataDir } }: Configuration): void {
  if (dataDir === IN_MEMORY) return;
  try {
    checkDataFolder(resolve(dataDir));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ServiceError('store_unavailable', `SERVICE_DATA_DIR: ${problem}`);
  }
}

/** Opens the embedded store of a server that keeps something in it, else null. Throws ServiceError `store_unavailable`. */
export async function openState(configuration: Configuration, log: Logger): Promise<StateStore | null> {
  return hasState(configuration) ? openStateStore(configuration.store.dataDir, log) : null;
}

/** True if this server has an embedded store from its start: without one a server of many rulesets cannot count. */
export function hasState(configuration: Configuration): boolean {
  const { store } = configuration;
  return store.databaseUrl === null && store.dataDir !== IN_MEMORY && keepsState(configuration);
}

/** Opens it for a mounted ruleset that counts decisions, else null. Throws ServiceError `store_unavailable`. */
export async function openMountedState(
  { store }: Configuration,
  serving: Serving,
  log: Logger,
): Promise<StateStore | null> {
  if (serving.kind === 'stock' || serving.engine.current.details.budgets.length === 0) return null;
  if (store.databaseUrl !== null || store.dataDir === IN_MEMORY) return null;
  return openStateStore(store.dataDir, log);
}

/** True if state of this server outlives it. */
function keepsState({ ruleset, sessions, publicKey, ...configuration }: Configuration): boolean {
  if (ruleset === null) return sessions === 'store';
  return configuration.reloadPersist || (publicKey !== null && configuration.reloadMonotonic);
}

/**
 * The sessions of a server: in the database that servers share, else in the embedded store, else in memory. Throws
 * ServiceError `store_unavailable`.
 */
export async function openSessions(
  configuration: Configuration,
  store: LazyStore,
  state: StateStore | null,
  log: Logger,
): Promise<SessionLog> {
  const limits = limitsOf(configuration);
  const onExpired = ({ id, owner, facts }: SessionHead): void =>
    log.info({ session: id, owner, facts }, 'session expired');
  const isStock = configuration.ruleset === null;
  if (isStock && configuration.sessions === 'store') {
    if (configuration.store.databaseUrl !== null)
      return SharedLog.open(await store.open(), limits, onExpired);
    if (state !== null) return LocalLog.open(state, limits, onExpired);
  }
  return LocalLog.open(new MemoryJournal(), limits, onExpired);
}

function limitsOf(configuration: Configuration): SessionLimits {
  return {
    ttlMs: configuration.sessionTtlSeconds * SECOND_MS,
    tombstoneMs: configuration.sessionTombstoneSeconds * SECOND_MS,
    mostSessions: configuration.maxSessions,
    mostBytesOfOne: configuration.maxTokenSessionsBytes,
    mostBytesOfAll: configuration.maxSessionsBytes,
  };
}
