import type { PartialMatch } from './partial-match.ts';
import type { Touched, UndoLog } from './undo-log.ts';

/**
 * A memory from which matches can be removed in any order: a doubly linked list through the matches themselves,
 * oldest to newest. A removed match keeps its own links, so that a rollback, which goes backwards, puts it back in its
 * old place. Young matches (see UndoLog) are the newest end; a rollback cuts them off.
 */
export class MatchList implements Touched {
  oldest: PartialMatch | null = null;
  newest: PartialMatch | null = null;
  /** The start of the log when the list got its first young match; young are the matches from it on. */
  #touchedAt = 0;
  /** The index this list is a bucket of, or null. */
  readonly #buckets: Map<unknown, MatchList> | null;
  readonly #key: unknown;

  constructor(buckets: Map<unknown, MatchList> | null = null, key: unknown = null) {
    this.#buckets = buckets;
    this.#key = key;
  }

  /** Adds a match, which was just made, as the newest. */
  add(match: PartialMatch, log: UndoLog): void {
    if (this.#touchedAt !== log.start) {
      this.#touchedAt = log.start;
      log.touch(this);
    }
    match.list = this;
    match.older = this.newest;
    if (this.newest === null) {
      this.oldest = match;
      this.#buckets?.set(this.#key, this);
    } else {
      this.newest.newer = match;
    }
    this.newest = match;
  }

  unlink(match: PartialMatch): void {
    if (match.older === null) this.oldest = match.newer;
    else match.older.newer = match.newer;
    if (match.newer === null) this.newest = match.older;
    else match.newer.older = match.older;
    if (this.oldest === null) this.#buckets?.delete(this.#key);
  }

  /** Puts a match back that was there before the evaluation; young ones were cut off before. */
  relink(match: PartialMatch, start: number): void {
    if (this.oldest === null) this.#buckets?.set(this.#key, this);
    if (match.newer !== null && match.newer.serial >= start) match.newer = null;
    if (match.older === null) this.oldest = match;
    else match.older.newer = match;
    if (match.newer === null) this.newest = match;
    else match.newer.older = match;
  }

  cut(): void {
    let last = this.newest;
    while (last !== null && last.serial >= this.#touchedAt) last = last.older;
    this.newest = last;
    if (last !== null) last.newer = null;
    else {
      this.oldest = null;
      this.#buckets?.delete(this.#key);
    }
  }
}

/** A removable memory indexed by the joined slots; buckets keep the order of the whole memory. */
export class MatchIndex<K> {
  readonly #buckets = new Map<unknown, MatchList>();

  /** The matches with this key, or undefined. */
  get(key: K): MatchList | undefined {
    return this.#buckets.get(key);
  }

  add(key: K, match: PartialMatch, log: UndoLog): void {
    (this.#buckets.get(key) ?? new MatchList(this.#buckets, key)).add(match, log);
  }
}
