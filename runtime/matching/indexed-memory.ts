import { sweepItems } from './memory.ts';
import { objectList } from './object-list.ts';
import type { UndoLog } from '../engine/undo-log.ts';
import { ITEMS_OF_COARSE_KEY, ITEMS_SCANNED } from '../engine/thresholds.ts';

/** Places of the oldest and the newest item with one key, and how many there are. */
interface Ends {
  oldest: number;
  newest: number;
  count: number;
}

/**
 * A memory (see Memory) indexed by the joined slots. Items of one key keep the order of the whole memory, so visiting
 * only them is visiting the matching items exactly in the order in which CLIPS would (clips-order.md, 3.8). Most
 * requests put one or two items into a memory: then all are visited, and the join compares their slots. A memory that
 * outgrows that is hashed, and only up to the last item at the time of a look-up: items that are never looked up
 * never needs its key. Where the key is made of several values there may be a coarse one, of one of them: it serves
 * until many items share it.
 *
 * INVARIANT: nothing is added while items are visited.
 */
export class IndexedMemory<K, T> {
  private readonly items: T[] = objectList();
  private readonly keyOf: (item: T) => K;
  private readonly coarseKeyOf: ((item: T) => K) | null;
  /** The keys in `ends` are not the coarse ones. */
  private fine: boolean;
  count = 0;
  /** Items from here on are young, as in Memory. */
  private base = 0;
  /** Null while all items are visited. */
  private ends: Map<K, Ends> | null = null;
  /** INVARIANT: the items before this place are in `ends`, `olderPlace` and `newerPlace`. */
  private hashed = 0;
  /** Place of the next older and newer item with the same key, -1 for none. */
  private readonly olderPlace: number[] = [];
  private readonly newerPlace: number[] = [];

  constructor(keyOf: (item: T) => K, coarseKeyOf: ((item: T) => K) | null = null) {
    this.keyOf = keyOf;
    this.coarseKeyOf = coarseKeyOf;
    this.fine = coarseKeyOf === null;
  }

  add(item: T, log: UndoLog): void {
    const place = this.count;
    if (place === this.base) log.touchIndexed(this as unknown as IndexedMemory<never, never>);
    this.items[place] = item;
    this.count = place + 1;
  }

  at(place: number): T {
    return this.items[place]!;
  }

  /** So few items that all are visited; else those with a key. */
  get small(): boolean {
    return this.count <= ITEMS_SCANNED && this.ends === null;
  }

  /** Place of the newest item, -1 for none; the next field is that of the oldest. */
  get back(): number {
    return this.count - 1;
  }

  get front(): number {
    return this.count > 0 ? 0 : -1;
  }

  /** True if items are found under the key and not under the coarse one. Call it before every look-up that has both. */
  isFine(): boolean {
    this.hash();
    return this.fine;
  }

  /** Place of the newest item that may have this key, -1 for none. */
  newest(key: K): number {
    return this.find(key)?.newest ?? -1;
  }

  /** Place of the next older item that may have the same key, -1 for none. Only right after `newest` or `older`. */
  older(place: number): number {
    return this.ends === null ? place - 1 : this.olderPlace[place]!;
  }

  /** Place of the oldest item that may have this key, -1 for none. */
  oldest(key: K): number {
    return this.find(key)?.oldest ?? -1;
  }

  /** Place of the next newer item that may have the same key, -1 for none. Only right after `oldest` or `newer`. */
  newer(place: number): number {
    if (this.ends !== null) return this.newerPlace[place]!;
    return place + 1 < this.count ? place + 1 : -1;
  }

  /** Lets go of the young items. */
  cut(): void {
    while (this.hashed > this.base) this.unlink(--this.hashed);
    for (let place = this.count - 1; place >= this.base; place--) this.items[place] = undefined as never;
    this.count = this.base;
  }

  keep(): void {
    this.base = this.count;
  }

  /** Removes what was retracted from outside; order is kept. Not logged: never called while rules fire. */
  sweep(gone: (item: T) => boolean): void {
    this.base = sweepItems(this.items, this.count, this.base, gone);
    this.count = this.items.length;
    this.ends = null;
    this.hashed = 0;
    this.fine = this.coarseKeyOf === null;
  }

  private find(key: K): Ends | undefined {
    this.hash();
    return this.ends!.get(key);
  }

  private hash(): void {
    this.ends ??= new Map();
    while (this.hashed < this.count) this.link(this.hashed++);
  }

  private link(place: number): void {
    const key = this.storedKey(place);
    const ends = this.ends!.get(key);
    this.newerPlace[place] = -1;
    if (ends === undefined) {
      this.ends!.set(key, { oldest: place, newest: place, count: 1 });
      this.olderPlace[place] = -1;
      return;
    }
    this.olderPlace[place] = ends.newest;
    this.newerPlace[ends.newest] = place;
    ends.newest = place;
    if (++ends.count > ITEMS_OF_COARSE_KEY && !this.fine) this.refine();
  }

  /** Rebuilds all keys. */
  private refine(): void {
    this.fine = true;
    this.ends = new Map();
    this.hashed = 0;
  }

  private storedKey(place: number): K {
    const item = this.items[place]!;
    return this.fine ? this.keyOf(item) : this.coarseKeyOf!(item);
  }

  private unlink(place: number): void {
    const key = this.storedKey(place);
    const older = this.olderPlace[place]!;
    if (older === -1) {
      this.ends!.delete(key);
      return;
    }
    this.newerPlace[older] = -1;
    const ends = this.ends!.get(key)!;
    ends.newest = older;
    ends.count--;
  }
}

/** Key of a FLOAT in an index: a Map would take 0.0 and -0.0 as one, CLIPS does not. */
export function floatKey(value: number): number | string {
  return Object.is(value, -0) ? '-0' : value;
}
