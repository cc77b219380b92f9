import type { PartialMatch } from './partial-match.ts';
import type { Touched, UndoLog } from '../engine/undo-log.ts';
import { EMPTY_BUCKETS_KEPT } from '../engine/thresholds.ts';

/**
 * A memory from which matches can be removed in any order: a doubly linked list through the matches themselves,
 * oldest to newest. A removed match keeps its own links, so that a rollback, which goes backwards, puts it back in its
 * old place. Young matches (see UndoLog) are the newest end; a rollback cuts them off.
 */
export class MatchList implements Touched {
  oldest: PartialMatch | null = null;
  newest: PartialMatch | null = null;
  /** The start of the log when the list got its first young match; young are the matches from it on. */
  private touchedAt = 0;
  /** The index this list is a bucket of, or null; and the key that its matches have there. */
  private readonly index: MatchIndex<unknown> | null;
  readonly key: unknown;
  /** The index let go of it while it was empty: a rollback may still put a match back. */
  dropped = false;

  constructor(index: MatchIndex<unknown> | null = null, key: unknown = null) {
    this.index = index;
    this.key = key;
  }

  /** Adds a match, which was just made, as the newest. */
  add(match: PartialMatch, log: UndoLog): void {
    if (this.touchedAt !== log.start) {
      this.touchedAt = log.start;
      log.touch(this);
    }
    match.list = this;
    const { newest } = this;
    match.older = newest;
    if (newest === null) this.fill(match);
    else newest.newer = match;
    this.newest = match;
  }

  unlink(match: PartialMatch): void {
    const { older, newer } = match;
    if (older === null) this.oldest = newer;
    else older.newer = newer;
    if (newer === null) this.newest = older;
    else newer.older = older;
    if (this.oldest === null && this.index !== null) this.index.emptied();
  }

  /** Restores a match that existed before the evaluation; young ones were already removed. */
  relink(match: PartialMatch, start: number): void {
    if (match.newer !== null && match.newer.serial >= start) match.newer = null;
    if (this.oldest === null) this.fill(match);
    else if (match.older === null) this.oldest = match;
    else match.older.newer = match;
    if (match.newer === null) this.newest = match;
    else match.newer.older = match;
  }

  cut(_start: number): void {
    if (this.oldest === null) return;
    let last: PartialMatch | null = null;
    // Nearly always all are young, or none but a few.
    if (this.oldest.serial < this.touchedAt) {
      last = this.newest!;
      while (last.serial >= this.touchedAt) last = last.older!;
      last.newer = null;
    }
    this.newest = last;
    if (last !== null) return;
    this.oldest = null;
    if (this.index !== null) this.index.emptied();
  }

  private fill(match: PartialMatch): void {
    this.oldest = match;
    const index = this.index;
    if (index === null) return;
    index.filled++;
    if (this.dropped) index.takeBack(this);
  }
}

/**
 * A removable memory indexed by the joined slots; buckets keep the order of the whole memory. A bucket that was emptied
 * stays, because the same keys come again: with the next match, and with the next evaluation.
 */
export class MatchIndex<K> {
  /** INVARIANT: all buckets with a match in them are here, but for the last. */
  private readonly buckets = new Map<K, MatchList>();
  /** The bucket of the key that came last: a request often brings one, and another one than the request before. */
  private last: MatchList | null = null;
  /** Buckets with a match in them. */
  filled = 0;

  /** The matches with this key, or undefined when there are none. */
  get(key: K): MatchList | undefined {
    if (this.filled === 0) return undefined;
    const last = this.last;
    return last !== null && last.key === key ? last : this.buckets.get(key);
  }

  add(key: K, match: PartialMatch, log: UndoLog): void {
    const last = this.last;
    const bucket = last !== null && last.key === key ? last : this.bucketOf(key);
    bucket.add(match, log);
  }

  private bucketOf(key: K): MatchList {
    const known = this.buckets.get(key);
    if (known !== undefined) return known;
    const last = this.last;
    if (last !== null) {
      if (last.oldest === null) last.dropped = true;
      else this.buckets.set(last.key as K, last);
    }
    return (this.last = new MatchList(this as unknown as MatchIndex<unknown>, key));
  }

  /** Called by a bucket that lost its last match. */
  emptied(): void {
    const empty = this.buckets.size - --this.filled;
    if (empty > EMPTY_BUCKETS_KEPT && empty > this.filled) this.dropEmpty();
  }

  /** Called by a bucket that was dropped and has a match again: what came under its key since is gone by now. */
  takeBack(bucket: MatchList): void {
    const key = bucket.key as K;
    const since = this.last?.key === key ? this.last : this.buckets.get(key);
    if (since !== undefined) since.dropped = true;
    if (since === this.last) this.last = null;
    this.buckets.set(key, bucket);
    bucket.dropped = false;
  }

  private dropEmpty(): void {
    for (const [key, bucket] of this.buckets) {
      if (bucket.oldest !== null) continue;
      bucket.dropped = true;
      this.buckets.delete(key);
    }
  }
}
