import type { SessionChange } from './protocol.ts';

/** A session as the HTTP thread knows it: enough to build it anew on any worker. */
export interface SessionRecord {
  readonly id: string;
  /** Ruleset it is bound to, by its path under the root. */
  readonly ruleset: string;
  /** What led to its facts, as JSON texts in order. */
  journal: string[];
  /** Generation of the worker thread that holds its engine; 0: none. */
  heldBy: number;
  /** Reading of the clock, in milliseconds. */
  lastUsed: number;
}

export interface SessionLimits {
  readonly ttlMs: number;
  readonly most: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Told of every session that is gone. */
  readonly onEnd: (id: string) => void;
}

/** Which sessions there are. Their engines live in the workers; this is what survives a worker. */
export class SessionRegistry {
  readonly #records = new Map<string, SessionRecord>();
  /** The last operation that waits on each session. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Sessions about to be made. */
  readonly #reserved = new Set<string>();
  readonly #limits: SessionLimits;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#records.size;
  }

  /** The session of this id, marked as used now; null when there is none or nobody used it for too long. */
  find(id: string): SessionRecord | null {
    const record = this.#records.get(id);
    if (record === undefined) return null;
    if (this.#isExpired(record)) {
      this.end(id);
      return null;
    }
    record.lastUsed = this.#limits.now();
    return record;
  }

  /** Keeps a place for a session about to be made. False: there is none left. */
  reserve(id: string): boolean {
    if (this.#records.size + this.#reserved.size >= this.#limits.most) this.sweep();
    if (this.#records.size + this.#reserved.size >= this.#limits.most) return false;
    this.#reserved.add(id);
    return true;
  }

  release(id: string): void {
    this.#reserved.delete(id);
  }

  /** Notes what a worker did to a session. `heldBy`: generation of the thread that did it. */
  apply(id: string, change: SessionChange, heldBy: number): void {
    if (change.created !== undefined) {
      this.#records.set(id, {
        id,
        ruleset: change.created,
        journal: [],
        heldBy,
        lastUsed: this.#limits.now(),
      });
    }
    const record = this.#records.get(id);
    if (record === undefined) return;
    if (change.entries !== undefined) record.journal = [...change.entries];
    if (change.entry !== undefined) record.journal.push(change.entry);
  }

  /** Whether there was such a session. */
  end(id: string): boolean {
    const existed = this.#records.delete(id);
    if (existed) this.#limits.onEnd(id);
    return existed;
  }

  /** Ends every session that nobody used for too long. */
  sweep(): void {
    for (const record of this.#records.values()) {
      if (this.#isExpired(record) && !this.#turns.has(record.id)) this.end(record.id);
    }
  }

  /** Runs operations on one session one after the other, in the order in which they were given. */
  async inTurn<T>(id: string, operation: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id);
    const turn = before === undefined ? operation() : before.then(operation);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }

  #isExpired(record: SessionRecord): boolean {
    return this.#limits.now() - record.lastUsed > this.#limits.ttlMs;
  }
}

/** FNV-1a of a session's id: which worker holds it. */
export function hashSessionId(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
