import type { PartialMatch } from './partial-match.ts';

/**
 * A memory from which matches can be removed in any order: a doubly linked list through the matches themselves,
 * oldest to newest. A removed match keeps its own links, so that a rollback, which goes exactly backwards, puts it
 * back in its old place.
 */
export class MatchList {
  oldest: PartialMatch | null = null;
  newest: PartialMatch | null = null;
  /** The index this list is a bucket of, or null. */
  readonly #buckets: Map<unknown, MatchList> | null;
  readonly #key: unknown;

  constructor(buckets: Map<unknown, MatchList> | null = null, key: unknown = null) {
    this.#buckets = buckets;
    this.#key = key;
  }

  /** Adds a match as the newest. */
  add(match: PartialMatch): void {
    match.list = this;
    match.older = this.newest;
    match.newer = null;
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

  relink(match: PartialMatch): void {
    if (this.oldest === null) this.#buckets?.set(this.#key, this);
    if (match.older === null) this.oldest = match;
    else match.older.newer = match;
    if (match.newer === null) this.newest = match;
    else match.newer.older = match;
  }
}

/** A removable memory indexed by the joined slots; buckets keep the order of the whole memory. */
export class MatchIndex<K> {
  readonly #buckets = new Map<unknown, MatchList>();

  /** The matches with this key, or undefined. */
  get(key: K): MatchList | undefined {
    return this.#buckets.get(key);
  }

  add(key: K, match: PartialMatch): void {
    (this.#buckets.get(key) ?? new MatchList(this.#buckets, key)).add(match);
  }
}
