import { LimitError } from './errors.ts';

/** Something that was done to working memory, the network or the agenda and can be taken back. */
export interface Undoable {
  /** Takes back the newest of this object's logged steps. INVARIANT: called in reverse order of logging. */
  undo(): void;
}

/** A list to which matches were added since the last commit: they are its newest end, and are cut off as a whole. */
export interface Touched {
  /** Drops what was added since: matches whose serial number is not smaller than this. */
  cut(start: number): void;
}

/**
 * What an evaluation did, in order. A scoped evaluation, and every evaluation or assertion that fails, is taken back
 * by replaying the log backwards: the cost follows what was touched, not the size of working memory.
 */
export class UndoLog {
  readonly entries: Undoable[] = [];
  count = 0;
  readonly #touched: Touched[] = [];
  /** Serial number of the next match. Matches from `start` on were made since the last commit: they are young. */
  next = 1;
  start = 1;
  readonly #limit: number;

  /** @param limit of matches made, and of entries, until the next commit; passing it is a LimitError */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Called when the step is done. Past the limit it throws, but only after the step is logged and can be taken back. */
  add(entry: Undoable): void {
    this.entries[this.count++] = entry;
    if (this.count > this.#limit) throw this.#tooMany();
  }

  /** The serial number of a match that is being made. */
  serial(): number {
    if (this.next - this.start === this.#limit) throw this.#tooMany();
    return this.next++;
  }

  /** Remembers a list that gets its first young match. */
  touch(list: Touched): void {
    this.#touched.push(list);
  }

  /**
   * Takes everything back. Young matches go first, so that what they were linked to is as it was but for what is
   * logged; what happened to them in between never mattered and was never logged.
   */
  rollback(): void {
    const { entries } = this;
    for (const list of this.#touched) list.cut(this.start);
    for (let i = this.count - 1; i >= 0; i--) {
      entries[i]!.undo();
      // Not to be reached any more: by its facts an entry would keep every match of the evaluation alive.
      entries[i] = undefined as never;
    }
    this.commit();
  }

  #tooMany(): LimitError {
    return new LimitError('matches', `More than ${this.#limit} matches`);
  }

  /** Keeps everything that was done. */
  commit(): void {
    this.count = 0;
    this.#touched.length = 0;
    this.start = this.next;
    // A log that was once very long would hold on to everything in it.
    if (this.entries.length > KEPT_ENTRIES) this.entries.length = KEPT_ENTRIES;
  }
}

const KEPT_ENTRIES = 4096;
