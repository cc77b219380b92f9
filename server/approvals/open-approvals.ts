/** Chooses the store of approvals: the shared database, otherwise the data folder, otherwise memory. */
import type { Logger } from 'pino';
import { ServiceError } from '../../library/errors.ts';
import type { Configuration } from '../settings/configuration.ts';
import { IN_MEMORY } from '../../store/data-dir.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import { createFairTurns } from '../../library/queues/fair-turns.ts';
import { startStateThread, type StateStore } from '../../store/state-store.ts';
import { openStateStore } from '../../store/open-state-store.ts';
import type { ApprovalStore } from '../../store/approvals/approval-store.ts';
import { tableApprovals } from './approval-table.ts';
import { actorOf, bookApprovals } from '../../store/approvals/book-operations.ts';
import { importApprovals } from './import-approvals.ts';
import { memoryApprovals } from './memory-approvals.ts';

/** Operations that the thread of the store has at once: they share a transaction, and the rest takes turns. */
const TURNS = 64;

/**
 * Opens nothing: a server that keeps nothing else in its folder opens the state store for its first approval. The thread of
 * that store starts at once, because a call is waiting by then.
 *
 * @param state the store that is open already, or `null`
 */
export function openApprovals(
  configuration: Configuration,
  database: LazyStore,
  state: StateStore | null,
  log: Logger,
): ApprovalStore {
  const { databaseUrl, dataDir } = configuration.store;
  if (databaseUrl !== null) return tableApprovals(() => database.open());
  if (dataDir === IN_MEMORY) return memoryApprovals();
  let own: Promise<StateStore> | null = null;
  let thread = state === null ? startStateThread() : undefined;
  // A thread that fails now is replaced by the one of the first approval, which says why.
  thread?.on('error', () => (thread = undefined));
  const open = (): Promise<StateStore> => {
    if (state !== null) return Promise.resolve(state);
    own ??= openStateStore(dataDir, log, thread).catch((error: unknown) => {
      own = null;
      log.error({ problem: String(error) }, 'cannot open the embedded store');
      throw new ServiceError('store_unavailable', 'cannot open the embedded store');
    });
    thread = undefined;
    return own;
  };
  void importApprovals(configuration, database, open, log);
  const turns = createFairTurns(TURNS);
  return bookApprovals(
    (operation) => turns.run(actorOf(operation), async () => (await open()).approvals(operation)),
    async () => {
      await thread?.terminate();
      await (await own?.catch(() => null))?.close();
    },
  );
}
