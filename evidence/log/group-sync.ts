import { fdatasync, fdatasyncSync } from 'node:fs';

/**
 * A sync costs as much as many records. After one that served N records, the next starts a corresponding time after it, and
 * serves all that arrive meanwhile; with few records, no request waits for others.
 */
const MANY = 8;
const APART_MS = 1;
/** Timers cannot measure shorter times. */
const SHORTEST_PAUSE_MS = 0.5;
/** Usual maximum duration of a sync on a fast disk, even if threads wait for a processor. */
const QUICK_MS = 5;
/** A disk counts as slow after this many slow syncs in a row: syncs then run in the background for a while. */
const SLOW_SYNCS = 4;
const SLOW_FOR_MS = 1000;

/** Start state of a sync. */
export interface Begun {
  /** -1: the file was synced and closed. */
  readonly fd: number;
  /** Records that are served. */
  readonly records: number;
}

/** Syncs a file once for all waiting callers. */
export class GroupSync {
  readonly #begin: () => Begun;
  #running: Promise<void> | null = null;
  /** For records written from here on; it has not started. */
  #next: Promise<void> | null = null;
  #waiting: (() => void)[] = [];
  #begun = -Infinity;
  /** Records that the last sync served. */
  #served = 0;
  /** Syncs in a row that were not quick. */
  #slow = 0;
  /** The disk counts as slow until then. */
  #slowUntil = -Infinity;

  /** @param begin writes what waits; what it throws refuses who waits */
  constructor(begin: () => Begun) {
    this.#begin = begin;
  }

  /**
   * Settled when everything that waited to be written when the sync began is on disk; rejected with the system's error.
   * One fdatasync serves all that wait: one that is under way may have begun before the last record.
   *
   * @param begun called when it begins: what comes later is not served
   */
  synced(begun?: () => void): Promise<void> {
    if (begun !== undefined) this.#waiting.push(begun);
    if (this.#next !== null) return this.#next;
    if (this.#running === null && this.#pause() === null) return this.#run();
    // After one that failed another may succeed without what was to be written then: who waits for both is refused.
    this.#next = (this.#running ?? Promise.resolve())
      .finally(() => this.#pause())
      .finally(() => (this.#next = null))
      .catch((error: unknown) => {
        this.#waiting = [];
        throw error;
      })
      .then(() => this.#run());
    return this.#next;
  }

  /**
   * True if the thread should wait for the disk itself: notification of a background sync takes longer
   * than a quick one.
   */
  get isQuick(): boolean {
    return this.#running === null && this.#next === null && performance.now() >= this.#slowUntil;
  }

  /** Syncs a file, and waits for it. Throws the system's error. INVARIANT: `isQuick`. */
  syncNow({ fd }: Begun): void {
    if (fd === -1) return;
    const started = performance.now();
    fdatasyncSync(fd);
    const ended = performance.now();
    this.#slow = ended - started > QUICK_MS ? this.#slow + 1 : 0;
    if (this.#slow < SLOW_SYNCS) return;
    this.#slow = 0;
    this.#slowUntil = ended + SLOW_FOR_MS;
  }

  /** Runs a function when no sync is in progress. */
  afterwards(work: () => void): void {
    if (this.#running === null) work();
    else void this.#running.catch(() => undefined).then(work);
  }

  /** Settled when the next sync may begin; null: it may. */
  #pause(): Promise<void> | null {
    const left = APART_MS - (performance.now() - this.#begun);
    if (this.#served < MANY || left < SHORTEST_PAUSE_MS) return null;
    return new Promise((resolve) => setTimeout(resolve, left));
  }

  #run(): Promise<void> {
    this.#begun = performance.now();
    const waiting = this.#waiting;
    this.#waiting = [];
    let begun: Begun;
    try {
      begun = this.#begin();
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    const { fd, records } = begun;
    this.#served = records;
    for (const tell of waiting) tell();
    if (fd === -1) return Promise.resolve();
    const running = new Promise<void>((resolve, reject) => {
      fdatasync(fd, (error) => {
        if (this.#running === running) this.#running = null;
        if (error === null) resolve();
        else reject(error);
      });
    });
    this.#running = running;
    return running;
  }
}
