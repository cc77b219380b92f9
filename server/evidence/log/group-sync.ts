import { fdatasync } from 'node:fs';

/**
 * A sync costs as much as many records do. After one that served so many, the next begins so long after its begin, and
 * serves all that come meanwhile; where few come, nobody is kept waiting for others.
 */
const MANY = 8;
const APART_MS = 1;
/** What is shorter no timer measures. */
const SHORTEST_PAUSE_MS = 0.5;

/** Has a file synced for all that wait, together. */
export class GroupSync {
  #running: Promise<void> | null = null;
  /** Of what is written from here on; it has not begun. */
  #next: Promise<void> | null = null;
  #begun = -Infinity;
  /** Records that the last sync served, and those that wait for the next. */
  #served = 0;
  #waiting = 0;

  /**
   * Settled when everything that was written to the file before is on disk; rejected with the system's error. One
   * fdatasync serves all that wait: one that is under way may have begun before the last write.
   *
   * @param fd asked for when the sync begins; -1: the file was synced and closed
   * @param records how many were written
   */
  synced(fd: () => number, records: number): Promise<void> {
    this.#waiting += records;
    if (this.#next !== null) return this.#next;
    if (this.#running === null && this.#pause() === null) return this.#begin(fd);
    // After one that failed another may succeed without what was to be written then: who waits for both is refused.
    this.#next = (this.#running ?? Promise.resolve())
      .finally(() => this.#pause())
      .finally(() => (this.#next = null))
      .then(() => this.#begin(fd));
    return this.#next;
  }

  /** Does something when no sync is under way. */
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

  #begin(fd: () => number): Promise<void> {
    this.#begun = performance.now();
    this.#served = this.#waiting;
    this.#waiting = 0;
    const file = fd();
    if (file === -1) return Promise.resolve();
    const running = new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => {
        if (this.#running === running) this.#running = null;
        if (error === null) resolve();
        else reject(error);
      });
    });
    this.#running = running;
    return running;
  }
}
