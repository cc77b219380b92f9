import { ServiceError } from '../../library/errors.ts';
import type { Store } from '../../store/store.ts';
import { sizeOf } from './local-log.ts';
import {
  sessionLimitExceeded,
  type Found,
  type OnExpired,
  type Restore,
  type SessionLimits,
  type SessionLog,
} from './session-log.ts';
import type { NewSession, SessionChange, SessionHead } from '../../store/sessions/session-head.ts';
import {
  appendEntries,
  appendMany,
  bytesOfOwners,
  createSession,
  endSession,
  findSessions,
  readEntries,
  rewriteEntries,
  sweepSessions,
  touchSessions,
  type Append,
  type SessionName,
  type SessionStatus,
} from './session-table.ts';
import { Batcher } from './batcher.ts';

const SWEEP_MS = 5_000;
const TTL_SHARE = 4;
/** Time that an operation waits for the database. */
const ANSWER_MS = 2_000;
const CHANGE_MS = 10_000;

/**
 * Sessions that all servers of a database share. Before an operation the database is queried for the state, one query
 * for all that wait: so it rests on every change that was acknowledged before it came, by whatever server. A change is
 * kept only if the session is still as the operation found it; else the operation is done again.
 */
export class SharedLog implements SessionLog {
  readonly exclusive = false;
  readonly #store: Store;
  readonly #limits: SessionLimits;
  readonly #onExpired: OnExpired;
  readonly #timer: NodeJS.Timeout;
  readonly #questions: Batcher<SessionName, SessionStatus | null>;
  readonly #appends: Batcher<Append, boolean>;
  /** Sizes of the sessions of each owner, as far as this server knows. */
  #bytes = new Map<string, number>();

  private constructor(store: Store, limits: SessionLimits, onExpired: OnExpired) {
    this.#store = store;
    this.#limits = limits;
    this.#onExpired = onExpired;
    this.#questions = new Batcher((names) => this.#ask(names));
    this.#appends = new Batcher((appends) => this.#appendAll(appends));
    const every = Math.min(SWEEP_MS, limits.ttlMs / TTL_SHARE);
    this.#timer = setInterval(() => void this.#sweep().catch(() => undefined), every).unref();
  }

  static async open(store: Store, limits: SessionLimits, onExpired: OnExpired): Promise<SharedLog> {
    const log = new SharedLog(store, limits, onExpired);
    log.#bytes = await bytesOfOwners(store);
    return log;
  }

  async find(owner: string, id: string): Promise<Found> {
    const status = await reached(this.#questions.add({ owner, id }), ANSWER_MS);
    if (status === null) return { kind: 'never' };
    return status.hasEnded ? { kind: 'ended' } : { kind: 'live', head: status.head };
  }

  async create(session: NewSession): Promise<boolean> {
    const { mostSessions, ttlMs } = this.#limits;
    const made = await reached(createSession(this.#for(session), session, mostSessions, ttlMs), CHANGE_MS);
    if (made === 'full') throw sessionLimitExceeded();
    return made === 'created';
  }

  async append(head: SessionHead, change: SessionChange): Promise<boolean> {
    const append = { head, change };
    const isKept = await reached(this.#write(append), CHANGE_MS);
    if (isKept) this.#addBytes(head.owner, sizeOf(change) - (change.anew ? head.bytes : 0));
    return isKept;
  }

  /** The store in the turn of a session's owner. */
  #for({ owner }: { readonly owner: string }): Store {
    return this.#store.as(owner);
  }

  #write(append: Append): Promise<boolean> {
    const { anew, entries } = append.change;
    if (anew) return rewriteEntries(this.#for(append.head), append);
    return entries.length === 1 ? this.#appends.add(append) : appendMany(this.#for(append.head), append);
  }

  /** The state that an operation found is already stored. */
  settled(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async read(head: SessionHead, after: number | null): Promise<Restore | null> {
    return reached(readEntries(this.#for(head), head, after), CHANGE_MS);
  }

  async end(head: SessionHead): Promise<void> {
    await reached(endSession(this.#for(head), head.handle), CHANGE_MS);
    this.#addBytes(head.owner, -head.bytes);
  }

  size(): null {
    return null;
  }

  room(owner: string | null): number {
    const { mostBytesOfOne, mostBytesOfAll } = this.#limits;
    let all = 0;
    for (const bytes of this.#bytes.values()) all += bytes;
    const ofAll = mostBytesOfAll - all;
    return owner === null ? ofAll : Math.min(ofAll, mostBytesOfOne - (this.#bytes.get(owner) ?? 0));
  }

  #addBytes(owner: string, bytes: number): void {
    this.#bytes.set(owner, (this.#bytes.get(owner) ?? 0) + bytes);
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  async #ask(names: readonly SessionName[]): Promise<readonly (SessionStatus | null)[]> {
    const found = new Map<string, SessionStatus>();
    const stale: string[] = [];
    for (const status of await findSessions(this.#store, names, this.#limits.ttlMs)) {
      found.set(nameOf(status.head), status);
      if (status.isStale && !status.hasEnded) stale.push(status.head.handle);
    }
    if (stale.length > 0) await touchSessions(this.#store, stale);
    return names.map((name) => found.get(nameOf(name)) ?? null);
  }

  /** Servers that change the same sessions concurrently may conflict: then none of these was stored. */
  async #appendAll(appends: readonly Append[]): Promise<readonly boolean[]> {
    try {
      const kept = await appendEntries(this.#store, appends);
      return appends.map(({ head }) => kept.has(head.handle));
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      return appends.map(() => false);
    }
  }

  async #sweep(): Promise<void> {
    const { ttlMs, tombstoneMs } = this.#limits;
    for (const head of await sweepSessions(this.#store, ttlMs, tombstoneMs)) this.#onExpired(head);
    this.#bytes = await bytesOfOwners(this.#store);
  }
}

const DEADLOCK = '40P01';

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK;
}

function nameOf({ owner, id }: SessionName): string {
  return `${owner}\n${id}`;
}

/** The outcome, unless the database takes too long: what comes after that counts as not known. */
async function reached<T>(work: Promise<T>, mostMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError('store_unavailable', 'the database did not respond in time')),
      mostMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
