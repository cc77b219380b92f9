import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { VERSION } from '../../library/version.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import {
  forgetReplica,
  listReplicas,
  tellReplica,
  type Replica,
  type SeenReplica,
} from '../../store/replicas.ts';

/** This server and the others on its database. */
export interface Replicas {
  /** Throws ServiceError `store_unavailable`. */
  readonly list: () => Promise<readonly SeenReplica[]>;
  /** From now on the others see that this server takes no more requests. */
  readonly drain: () => void;
  /** It is forgotten. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Parts of the service that a server tells of. */
interface ToldOf {
  readonly serving:
    | { readonly kind: 'stock' }
    | {
        readonly kind: 'mounted';
        readonly engine: { readonly current: { readonly ruleset: { name: string; hash: string } } };
      };
  readonly pool: { readonly sessions: number | null; readonly size: number };
}

const BEAT_MS = 5_000;
const ID_BYTES = 4;
const MOST_CLOSE_MS = 1_000;

/** Tells the database of this server now and from time to time; without a database this server is the only one. */
export function startReplicas(
  store: LazyStore,
  { serving, pool }: ToldOf,
  isDraining: () => boolean,
  log: Logger,
): Replicas {
  const id = `${hostname()}-${randomBytes(ID_BYTES).toString('hex')}`;
  const startedAt = new Date();
  const own = (): Replica => {
    const mounted = serving.kind === 'stock' ? null : serving.engine.current.ruleset;
    const { name: ruleset = null, hash = null } = mounted ?? {};
    const state = { sessions: pool.sessions, workers: pool.size, draining: isDraining() };
    return { id, version: VERSION, startedAt, ruleset, hash, ...state };
  };
  const isShared = store.place.databaseUrl !== null;
  let isTold = true;
  /** One at a time: a late one must not come after the last. */
  let beat: Promise<void> = Promise.resolve();
  const tell = (): void => {
    beat = beat
      .then(async () => tellReplica(await store.open(), own()))
      .then(
        () => void (isTold = true),
        (error: unknown) => {
          if (isTold)
            log.warn({ problem: String(error) }, 'cannot tell the database that this server is there');
          isTold = false;
        },
      );
  };
  const timer = isShared ? setInterval(tell, BEAT_MS).unref() : undefined;
  if (isShared) tell();
  return {
    async list() {
      const here = { ...own(), seenAt: new Date() };
      if (!isShared) return [here];
      const others = (await listReplicas(await store.open())).filter((other) => other.id !== id);
      return [...others, here].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    },
    drain() {
      if (isShared) tell();
    },
    async close() {
      clearInterval(timer);
      if (!isShared) return;
      const forgotten = beat.then(async () => forgetReplica(await store.open(), id)).catch(() => undefined);
      // A database that does not respond forgets it by itself.
      await Promise.race([forgotten, sleep(MOST_CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
