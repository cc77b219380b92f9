import { MatchList } from './match-list.ts';
import type { MemberKey } from './member-memory.ts';
import type { PartialMatch } from './partial-match.ts';
import type { UndoLog } from '../engine/undo-log.ts';
import { ITEMS_SCANNED, REMOVED_KEPT } from '../engine/thresholds.ts';

export type MemberKeysOf = (match: PartialMatch) => readonly MemberKey[];

/** Where `match` is in a bucket, or has its place: serial numbers grow. */
function placeOf(bucket: readonly PartialMatch[], { serial }: PartialMatch): number {
  let [low, high] = [0, bucket.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bucket[middle]!.serial < serial) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The matches of a list by the keys under which they are looked for, oldest first. A match that was removed stays in
 * its buckets, where it is passed over, so that a rollback finds it there.
 */
class MemberBuckets {
  private readonly keysOf: MemberKeysOf;
  /** Null until something is looked up in a list that is not small. */
  private buckets: Map<MemberKey, PartialMatch[]> | null = null;
  /** Keys of the buckets that may have young matches. */
  private readonly young = new Set<MemberKey>();

  constructor(keysOf: MemberKeysOf) {
    this.keysOf = keysOf;
  }

  /** The matches with one of the keys, each once. */
  of(list: MatchList, keys: readonly MemberKey[]): PartialMatch[] {
    const buckets = (this.buckets ??= this.fill(list));
    const isThere = ({ gone }: PartialMatch): boolean => !gone;
    if (keys.length === 1) return (buckets.get(keys[0]!) ?? []).filter(isThere);
    const all = new Set<PartialMatch>();
    for (const key of keys) for (const match of buckets.get(key) ?? []) if (!match.gone) all.add(match);
    return [...all].sort((a, b) => a.serial - b.serial);
  }

  private fill({ oldest }: MatchList): Map<MemberKey, PartialMatch[]> {
    const buckets = new Map<MemberKey, PartialMatch[]>();
    for (let match = oldest; match !== null; match = match.newer) this.put(buckets, match);
    return buckets;
  }

  /** An existing match already has its keys; a list may hold an item twice. */
  private put(buckets: Map<MemberKey, PartialMatch[]>, match: PartialMatch): void {
    for (const key of this.keysOf(match)) {
      const bucket = buckets.get(key);
      this.young.add(key);
      if (bucket === undefined) {
        buckets.set(key, [match]);
        continue;
      }
      const place = placeOf(bucket, match);
      if (bucket[place] !== match) bucket.splice(place, 0, match);
    }
  }

  add(match: PartialMatch): void {
    if (this.buckets !== null) this.put(this.buckets, match);
  }

  /** Marks all existing items as old. */
  settle(): void {
    this.young.clear();
  }

  cut(start: number): void {
    for (const key of this.young) {
      const bucket = this.buckets?.get(key) ?? [];
      while (bucket.length > 0 && bucket[bucket.length - 1]!.serial >= start) bucket.pop();
      if (bucket.length === 0) this.buckets?.delete(key);
    }
    this.young.clear();
  }

  forget(): void {
    this.buckets = null;
    this.young.clear();
  }
}

/**
 * A list of matches for joins that ask for membership in a list of a fact (see MemberMemory): what can match is found by
 * the items, in the order of the list.
 */
export class MemberMatches extends MatchList {
  private readonly indexes: MemberBuckets[];
  private start = 0;
  private removed = 0;

  /** @param keysOf one an index: what a match is found under */
  constructor(...keysOf: readonly MemberKeysOf[]) {
    super();
    this.indexes = keysOf.map((keys) => new MemberBuckets(keys));
  }

  /** Adds an index; returns its number. */
  addIndex(keysOf: MemberKeysOf): number {
    return this.indexes.push(new MemberBuckets(keysOf)) - 1;
  }

  /** The matches that may have one of the keys in an index, oldest first. */
  oldestFirst(index: number, keys: readonly MemberKey[]): readonly PartialMatch[] {
    return this.few() ?? this.indexes[index]!.of(this, keys);
  }

  newestFirst(index: number, keys: readonly MemberKey[]): readonly PartialMatch[] {
    return (this.few() ?? this.indexes[index]!.of(this, keys)).reverse();
  }

  /** All matches when they are few. */
  private few(): PartialMatch[] | null {
    const all: PartialMatch[] = [];
    for (let match = this.oldest; match !== null; match = match.newer) {
      if (all.length === ITEMS_SCANNED) return null;
      all.push(match);
    }
    return all;
  }

  override add(match: PartialMatch, log: UndoLog): void {
    if (this.start !== log.start) this.begin(log.start);
    super.add(match, log);
    for (const index of this.indexes) index.add(match);
  }

  /** The first match of an evaluation. What was removed before it never comes back. */
  private begin(start: number): void {
    this.start = start;
    const isFull = this.removed > REMOVED_KEPT;
    for (const index of this.indexes) {
      if (isFull) index.forget();
      else index.settle();
    }
    if (isFull) this.removed = 0;
  }

  override unlink(match: PartialMatch): void {
    super.unlink(match);
    this.removed++;
  }

  override relink(match: PartialMatch, start: number): void {
    super.relink(match, start);
    for (const index of this.indexes) index.add(match);
  }

  override cut(start: number): void {
    for (const index of this.indexes) index.cut(start);
    super.cut(start);
  }
}
