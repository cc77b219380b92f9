import { fdatasync } from 'node:fs';

/** Has a file synced for all that wait, together. */
export class GroupSync {
  #syncing: Promise<void> | null = null;
  #following: Promise<void> | null = null;

  /**
   * Settled when everything that was written to the file before is on disk; rejected with the system's error. One
   * fdatasync serves all that wait: one that is under way may have begun before the last write.
   *
   * @param fd asked for when the sync begins
   */
  synced(fd: () => number): Promise<void> {
    if (this.#syncing === null) return this.#start(fd);
    // After one that failed another may succeed without what was to be written then: who waits for both is refused.
    this.#following ??= this.#syncing.finally(() => (this.#following = null)).then(() => this.#start(fd));
    return this.#following;
  }

  /** Does something when no sync is under way. */
  afterwards(work: () => void): void {
    if (this.#syncing === null) work();
    else void this.#syncing.catch(() => undefined).then(work);
  }

  #start(fd: () => number): Promise<void> {
    const syncing = new Promise<void>((resolve, reject) => {
      fdatasync(fd(), (error) => {
        if (this.#syncing === syncing) this.#syncing = null;
        if (error === null) resolve();
        else reject(error);
      });
    });
    this.#syncing = syncing;
    return syncing;
  }
}
