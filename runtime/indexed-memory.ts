import type { UndoLog } from './undo-log.ts';

/** Up to this many items, comparing all keys is cheaper than hashing one. */
const SCANNED_ITEMS = 8;

/** Places of the oldest and the newest item with one key. */
interface Ends {
  oldest: number;
  newest: number;
}

/**
 * A memory (see Memory) indexed by the joined slots. Items of one key keep the order of the whole memory, so visiting
 * only them is visiting the matching items exactly in the order in which CLIPS would (clips-order.md, 3.8). Most
 * requests put one or two items into a memory: those are found by comparing keys. A memory that outgrows that is hashed,
 * and only up to the last item that was there when something was looked up: what nobody looks for is never hashed.
 */
export class IndexedMemory<K, T> {
  readonly #items: T[] = [];
  readonly #keys: K[] = [];
  count = 0;
  /** Items from here on are young, as in Memory. */
  #base = 0;
  /** Null while keys are compared. */
  #ends: Map<K, Ends> | null = null;
  /** INVARIANT: the items before this place are in `#ends`, `#older` and `#newer`. */
  #hashed = 0;
  /** Place of the next older and newer item with the same key, -1 for none. */
  readonly #older: number[] = [];
  readonly #newer: number[] = [];

  add(key: K, item: T, log: UndoLog): void {
    const place = this.count;
    if (place === this.#base) log.touchIndexed(this as unknown as IndexedMemory<never, never>);
    this.#items[place] = item;
    this.#keys[place] = key;
    this.count = place + 1;
  }

  at(place: number): T {
    return this.#items[place]!;
  }

  /** Place of the newest item with this key, -1 for none. */
  newest(key: K): number {
    if (this.count > SCANNED_ITEMS || this.#ends !== null) return this.#find(key)?.newest ?? -1;
    let place = this.count - 1;
    while (place >= 0 && this.#keys[place] !== key) place--;
    return place;
  }

  /** Place of the next older item with the same key, -1 for none. Only right after `newest` or `older`. */
  older(place: number): number {
    if (this.#ends !== null) return this.#older[place]!;
    const key = this.#keys[place];
    let next = place - 1;
    while (next >= 0 && this.#keys[next] !== key) next--;
    return next;
  }

  /** Place of the oldest item with this key, -1 for none. */
  oldest(key: K): number {
    if (this.count > SCANNED_ITEMS || this.#ends !== null) return this.#find(key)?.oldest ?? -1;
    for (let place = 0; place < this.count; place++) if (this.#keys[place] === key) return place;
    return -1;
  }

  /** Place of the next newer item with the same key, -1 for none. Only right after `oldest` or `newer`. */
  newer(place: number): number {
    if (this.#ends !== null) return this.#newer[place]!;
    const key = this.#keys[place];
    for (let next = place + 1; next < this.count; next++) if (this.#keys[next] === key) return next;
    return -1;
  }

  /** Lets go of the young items. */
  cut(): void {
    while (this.#hashed > this.#base) this.#unlink(--this.#hashed);
    for (let place = this.count - 1; place >= this.#base; place--) {
      this.#items[place] = undefined as never;
      this.#keys[place] = undefined as never;
    }
    this.count = this.#base;
  }

  keep(): void {
    this.#base = this.count;
  }

  /** Removes what was retracted from outside; order is kept. Not logged: never called while rules fire. */
  sweep(gone: (item: T) => boolean): void {
    let kept = 0;
    let base = 0;
    for (let place = 0; place < this.count; place++) {
      if (place === this.#base) base = kept;
      const item = this.#items[place]!;
      if (gone(item)) continue;
      this.#items[kept] = item;
      this.#keys[kept++] = this.#keys[place]!;
    }
    this.#base = this.#base === this.count ? kept : base;
    this.#items.length = kept;
    this.#keys.length = kept;
    this.count = kept;
    this.#ends = null;
    this.#hashed = 0;
  }

  #find(key: K): Ends | undefined {
    this.#ends ??= new Map();
    while (this.#hashed < this.count) this.#link(this.#hashed++);
    return this.#ends.get(key);
  }

  #link(place: number): void {
    const key = this.#keys[place]!;
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
    const key = this.#keys[place]!;
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
