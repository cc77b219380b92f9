import type { Undoable, UndoLog } from './undo-log.ts';

/**
 * An alpha memory or the left memory of a join in the part of the network from which rules never remove anything:
 * items in the order in which they came. Emptied by its count, not by its length: setting `array.length` makes V8
 * drop and regrow the backing store, which cost more than all matching together.
 */
export class Memory<T> implements Undoable {
  readonly items: T[] = [];
  count = 0;

  add(item: T, log: UndoLog): void {
    this.items[this.count++] = item;
    log.add(this);
  }

  at(i: number): T {
    return this.items[i]!;
  }

  /** Takes back the newest item, and lets go of it. */
  undo(): void {
    this.items[--this.count] = undefined as never;
  }

  /** Removes what was retracted from outside; order is kept. Not logged: never called during an evaluation. */
  sweep(gone: (item: T) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const item = this.items[i]!;
      if (!gone(item)) this.items[kept++] = item;
    }
    this.items.length = kept;
    this.count = kept;
  }
}

/** The items of an index that share one key. Leaves the index with its last item, so that keys do not pile up. */
class Bucket<K, T> extends Memory<T> {
  readonly key: K;
  readonly buckets: Map<K, Bucket<K, T>>;

  constructor(buckets: Map<K, Bucket<K, T>>, key: K) {
    super();
    this.buckets = buckets;
    this.key = key;
  }

  override undo(): void {
    super.undo();
    if (this.count === 0) this.buckets.delete(this.key);
  }
}

/**
 * A memory indexed by the joined slots. Items of one key keep the order of the whole memory, so looking only at one
 * bucket visits matching items exactly in the order in which CLIPS would (clips-order.md, 3.8).
 */
export class IndexedMemory<K, T> {
  readonly #buckets = new Map<K, Bucket<K, T>>();

  add(key: K, item: T, log: UndoLog): void {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new Bucket(this.#buckets, key);
      this.#buckets.set(key, bucket);
    }
    bucket.add(item, log);
  }

  /** The items with this key, or undefined when there is none. */
  get(key: K): Memory<T> | undefined {
    return this.#buckets.get(key);
  }

  sweep(gone: (item: T) => boolean): void {
    for (const [key, bucket] of this.#buckets) {
      bucket.sweep(gone);
      if (bucket.count === 0) this.#buckets.delete(key);
    }
  }
}

/** Key of a FLOAT in an index: a Map would take 0.0 and -0.0 as one, CLIPS does not. */
export function floatKey(value: number): number | string {
  return Object.is(value, -0) ? '-0' : value;
}

/** One key for several joined slots, unambiguous whatever the values hold. */
export function joinKey(...parts: readonly (string | number | bigint)[]): string {
  let key = '';
  for (const part of parts) {
    const text = String(part);
    key += text.length + ':' + text;
  }
  return key;
}
