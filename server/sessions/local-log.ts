import type { Journal, JournalWrite } from '../../store/sessions/journal.ts';
import {
  sessionLimitExceeded,
  type Found,
  type OnExpired,
  type Restore,
  type SessionLimits,
  type SessionLog,
} from './session-log.ts';
import type { NewSession, SessionChange, SessionHead } from '../../store/sessions/session-head.ts';

/** A session of this process. */
interface LocalSession {
  head: SessionHead;
  /** Reading of the clock that only goes forward, in milliseconds. */
  usedAt: number;
  /** Used since that was last kept. */
  isTouched: boolean;
  /** Settled when all that was done to it is kept. */
  pending: Promise<void> | null;
  /** Something was not kept: the head is to be read again. */
  isBroken: boolean;
}

const SWEEP_MS = 5_000;
const TTL_SHARE = 4;

/** The sessions of one process: their heads are here, their entries in its exclusive journal. */
export class LocalLog implements SessionLog {
  readonly exclusive = true;
  readonly #journal: Journal;
  readonly #limits: SessionLimits;
  readonly #onExpired: OnExpired;
  readonly #sessions = new Map<string, LocalSession>();
  readonly #counts = new Map<string, number>();
  readonly #bytesOf = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  private constructor(journal: Journal, limits: SessionLimits, onExpired: OnExpired) {
    this.#journal = journal;
    this.#limits = limits;
    this.#onExpired = onExpired;
    const every = Math.min(SWEEP_MS, limits.ttlMs / TTL_SHARE);
    this.#timer = setInterval(() => void this.#sweep().catch(() => undefined), every).unref();
  }

  /** Restores the sessions of an earlier process. */
  static async open(journal: Journal, limits: SessionLimits, onExpired: OnExpired): Promise<LocalLog> {
    const log = new LocalLog(journal, limits, onExpired);
    const age = Date.now() - performance.now();
    for (const { head, usedAt } of await journal.load()) log.#add(head, usedAt - age);
    return log;
  }

  async find(owner: string, id: string): Promise<Found> {
    const session = this.#sessions.get(keyOf(owner, id));
    if (session?.isBroken) await this.#mend(session);
    const found = this.#sessions.get(keyOf(owner, id));
    if (found === undefined) {
      const ended = await this.#journal.hasEnded(owner, id, Date.now());
      return { kind: ended ? 'ended' : 'never' };
    }
    if (this.#isExpired(found)) {
      await this.#expire(found);
      return { kind: 'ended' };
    }
    found.usedAt = performance.now();
    found.isTouched = true;
    return { kind: 'live', head: found.head };
  }

  async create(session: NewSession): Promise<boolean> {
    const { handle, owner, id, ruleset } = session;
    const key = keyOf(owner, id);
    if (this.#sessions.has(key)) return false;
    if (this.#count(owner) >= this.#limits.mostSessions) await this.#sweep();
    if (this.#count(owner) >= this.#limits.mostSessions) throw sessionLimitExceeded();
    if (this.#sessions.has(key)) return false;
    const createdAt = Date.now();
    const made = this.#add(
      { handle, owner, id, ruleset, createdAt, sequence: 0, bytes: 0, facts: 0 },
      performance.now(),
    );
    await this.#keep(made, { kind: 'create', session, createdAt });
    return true;
  }

  async append(head: SessionHead, change: SessionChange): Promise<boolean> {
    const session = this.#current(head);
    if (session === null) return false;
    const after = head.sequence;
    const bytes = sizeOf(change);
    this.#put(session, {
      ...head,
      sequence: after + change.entries.length,
      bytes: change.anew ? bytes : head.bytes + bytes,
      facts: change.facts,
    });
    await this.#keep(session, { kind: 'append', handle: head.handle, after, change });
    return true;
  }

  async settled(head: SessionHead): Promise<boolean> {
    const session = this.#current(head);
    if (session === null) return false;
    if (session.pending === null) return true;
    return session.pending.then(
      () => true,
      () => false,
    );
  }

  async read(head: SessionHead): Promise<Restore> {
    // Entries that are not stored yet cannot be read.
    await this.#current(head)?.pending?.catch(() => undefined);
    return { after: null, lines: await this.#journal.read(head.handle) };
  }

  async end(head: SessionHead): Promise<void> {
    const session = this.#current(head);
    if (session !== null) await this.#end(session);
  }

  size(): number {
    let size = 0;
    for (const count of this.#counts.values()) size += count;
    return size;
  }

  room(owner: string | null): number {
    const { mostBytesOfOne, mostBytesOfAll } = this.#limits;
    const ofAll = mostBytesOfAll - this.#bytes;
    return owner === null ? ofAll : Math.min(ofAll, mostBytesOfOne - (this.#bytesOf.get(owner) ?? 0));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#touch().catch(() => undefined);
  }

  /** Returns the session; null if it changed since this head. */
  #current(head: SessionHead): LocalSession | null {
    const session = this.#sessions.get(keyOf(head.owner, head.id));
    return session?.head === head && !session.isBroken ? session : null;
  }

  #count(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  #add(head: SessionHead, usedAt: number): LocalSession {
    const session: LocalSession = { head, usedAt, isTouched: false, pending: null, isBroken: false };
    this.#sessions.set(keyOf(head.owner, head.id), session);
    this.#counts.set(head.owner, this.#count(head.owner) + 1);
    this.#addBytes(head.owner, head.bytes);
    return session;
  }

  #addBytes(owner: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#bytesOf.get(owner) ?? 0) + bytes;
    if (held === 0) this.#bytesOf.delete(owner);
    else this.#bytesOf.set(owner, held);
  }

  #put(session: LocalSession, head: SessionHead): void {
    this.#addBytes(head.owner, head.bytes - session.head.bytes);
    session.head = head;
  }

  #drop(session: LocalSession): void {
    const { owner, id, bytes } = session.head;
    if (!this.#sessions.delete(keyOf(owner, id))) return;
    this.#addBytes(owner, -bytes);
    const left = this.#count(owner) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }

  async #keep(session: LocalSession, write: JournalWrite): Promise<void> {
    const kept = this.#journal.write(write);
    session.pending = kept;
    try {
      await kept;
    } catch (error) {
      session.isBroken = true;
      throw error;
    } finally {
      if (session.pending === kept) session.pending = null;
    }
  }

  /** Goes back to what was kept. */
  async #mend(session: LocalSession): Promise<void> {
    const head = await this.#journal.head(session.head.handle);
    if (!session.isBroken) return;
    session.isBroken = false;
    if (head === null) this.#drop(session);
    else this.#put(session, head);
  }

  #isExpired({ usedAt }: LocalSession): boolean {
    return performance.now() - usedAt > this.#limits.ttlMs;
  }

  async #expire(session: LocalSession): Promise<void> {
    this.#onExpired(session.head);
    await this.#end(session);
  }

  /** It is gone at once; the mark it leaves is kept with the next write. */
  async #end(session: LocalSession): Promise<void> {
    this.#drop(session);
    const until = Date.now() + this.#limits.tombstoneMs;
    const { handle, owner, id, ruleset } = session.head;
    try {
      await this.#journal.write({ kind: 'end', session: { handle, owner, id, ruleset }, until });
    } catch (error) {
      // Still kept: it must not be taken for one that never was.
      if (!this.#sessions.has(keyOf(owner, id))) this.#add(session.head, session.usedAt).isBroken = true;
      throw error;
    }
  }

  async #sweep(): Promise<void> {
    await this.#touch();
    for (const session of [...this.#sessions.values()]) {
      if (this.#isExpired(session) && session.pending === null) await this.#expire(session);
    }
    await this.#journal.write({ kind: 'forget', before: Date.now() });
  }

  async #touch(): Promise<void> {
    const touched = [...this.#sessions.values()].filter(({ isTouched }) => isTouched);
    if (touched.length === 0) return;
    for (const session of touched) session.isTouched = false;
    const handles = touched.map(({ head }) => head.handle);
    await this.#journal.write({ kind: 'touch', handles, usedAt: Date.now() });
  }
}

/** Bytes of the entries of a change. */
export function sizeOf({ entries }: SessionChange): number {
  let bytes = 0;
  for (const entry of entries) bytes += Buffer.byteLength(entry);
  return bytes;
}

/** No name of a token and no id has a line break. */
function keyOf(owner: string, id: string): string {
  return `${owner}\n${id}`;
}
