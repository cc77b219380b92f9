import { sweepItems } from './memory.ts';
import type { UndoLog } from './undo-log.ts';

/** Up to this many items, comparing all is cheaper than hashing one. */
const SCANNED_ITEMS = 8;

/** Places of the oldest and the newest item with one key. */
interface Ends {
  oldest: number;
  newest: number;
}

/**
 * A memory (see Memory) indexed by the joined slots. Items of one key keep the order of the whole memory, so visiting
 * only them is visiting the matching items exactly in the order in which CLIPS would (clips-order.md, 3.8). Most
 * requests put one or two items into a memory: then all are visited, and the join compares their slots. A memory that
 * outgrows that is hashed, and only up to the last item that was there when something was looked up: what nobody looks for
 * never needs its key.
 */
export class IndexedMemory<K, T> {
  readonly #items: T[] = [];
  readonly #keyOf: (item: T) => K;
  count = 0;
  /** Items from here on are young, as in Memory. */
  #base = 0;
  /** Null while all items are visited. */
  #ends: Map<K, Ends> | null = null;
  /** INVARIANT: the items before this place are in `#ends`, `#older` and `#newer`. */
  #hashed = 0;
  /** Place of the next older and newer item with the same key, -1 for none. */
  readonly #older: number[] = [];
  readonly #newer: number[] = [];

  constructor(keyOf: (item: T) => K) {
    this.#keyOf = keyOf;
  }

  add(item: T, log: UndoLog): void {
    const place = this.count;
    if (place === this.#base) log.touchIndexed(this as unknown as IndexedMemory<never, never>);
    this.#items[place] = item;
    this.count = place + 1;
  }

  at(place: number): T {
    return this.#items[place]!;
  }

  /** So few items that all are visited; else those with a key. */
  get small(): boolean {
    return this.count <= SCANNED_ITEMS && this.#ends === null;
  }

  /** Place of the newest item, -1 for none; likewise of the oldest. */
  get back(): number {
    return this.count - 1;
  }

  get front(): number {
    return this.count > 0 ? 0 : -1;
  }

  /** Place of the newest item that may have this key, -1 for none. */
  newest(key: K): number {
    return this.#find(key)?.newest ?? -1;
  }

  /** Place of the next older item that may have the same key, -1 for none. Only right after `newest` or `older`. */
  older(place: number): number {
    return this.#ends === null ? place - 1 : this.#older[place]!;
  }

  /** Place of the oldest item that may have this key, -1 for none. */
  oldest(key: K): number {
    return this.#find(key)?.oldest ?? -1;
  }

  /** Place of the next newer item that may have the same key, -1 for none. Only right after `oldest` or `newer`. */
  newer(place: number): number {
    if (this.#ends !== null) return this.#newer[place]!;
    return place + 1 < this.count ? place + 1 : -1;
  }

  /** Lets go of the young items. */
  cut(): void {
    while (this.#hashed > this.#base) this.#unlink(--this.#hashed);
    for (let place = this.count - 1; place >= this.#base; place--) this.#items[place] = undefined as never;
    this.count = this.#base;
  }

  keep(): void {
    this.#base = this.count;
  }

  /** Removes what was retracted from outside; order is kept. Not logged: never called while rules fire. */
  sweep(gone: (item: T) => boolean): void {
    this.#base = sweepItems(this.#items, this.count, this.#base, gone);
    this.count = this.#items.length;
    this.#ends = null;
    this.#hashed = 0;
  }

  #find(key: K): Ends | undefined {
    this.#ends ??= new Map();
    while (this.#hashed < this.count) this.#link(this.#hashed++);
    return this.#ends.get(key);
  }

  #link(place: number): void {
    const key = this.#keyOf(this.#items[place]!);
    const ends = this.#ends!.get(key);
    this.#newer[place] = -1;
    if (ends === undefined) {
      this.#ends!.set(key, { oldest: place, newest: place });
      this.#older[place] = -1;
      return;
    }
    this.#older[place] = ends.newest;
    this.#newer[ends.newest] = place;
    ends.newest = place;
  }

  #unlink(place: number): void {
    const key = this.#keyOf(this.#items[place]!);
    const older = this.#older[place]!;
    if (older === -1) {
      this.#ends!.delete(key);
      return;
    }
    this.#newer[older] = -1;
    this.#ends!.get(key)!.newest = older;
  }
}

/** Key of a FLOAT in an index: a Map would take 0.0 and -0.0 as one, CLIPS does not. */
export function floatKey(value: number): number | string {
  return Object.is(value, -0) ? '-0' : value;
}
