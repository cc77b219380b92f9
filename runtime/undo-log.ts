/** Something that was done to working memory, the network or the agenda and can be taken back. */
export interface Undoable {
  /** Takes back the newest of this object's logged steps. INVARIANT: called in reverse order of logging. */
  undo(): void;
}

/**
 * What an evaluation did, in order. A scoped evaluation, and every evaluation or assertion that fails, is taken back
 * by replaying the log backwards: the cost follows what was touched, not the size of working memory.
 */
export class UndoLog {
  readonly entries: Undoable[] = [];
  count = 0;

  add(entry: Undoable): void {
    this.entries[this.count++] = entry;
  }

  /** Takes everything back. */
  rollback(): void {
    const { entries } = this;
    for (let i = this.count - 1; i >= 0; i--) entries[i]!.undo();
    this.commit();
  }

  /** Keeps everything that was done. */
  commit(): void {
    this.count = 0;
    // A log that was once very long would hold on to everything in it.
    if (this.entries.length > KEPT_ENTRIES) this.entries.length = KEPT_ENTRIES;
  }
}

const KEPT_ENTRIES = 4096;
