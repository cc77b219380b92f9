import { EMPTY_KEYS_KEPT } from '../engine/thresholds.ts';

/**
 * A Map whose keys come and go, often the same ones: facts of requests that are taken back. A Map leaves a deleted entry
 * in the chain of its bucket until it is next rehashed, so a key that is added and deleted over and over makes every
 * look-up of it longer, the larger the map. Here the entry stays, empty, and is used again; when most entries are empty
 * they are dropped.
 */
export class ReusedMap<K, V> {
  readonly #entries = new Map<K, V | undefined>();
  #empty = 0;

  /** Undefined when the key has no value. */
  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Gives a value to a key that has none. */
  add(key: K, value: V): void {
    const { size } = this.#entries;
    this.#entries.set(key, value);
    if (this.#entries.size === size) this.#empty--;
  }

  /** Gives another value to a key that has one. */
  replace(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  /** Takes the value of a key that has one. */
  remove(key: K): void {
    this.#entries.set(key, undefined);
    if (++this.#empty > EMPTY_KEYS_KEPT && this.#empty * 2 > this.#entries.size) this.#dropEmpty();
  }

  #dropEmpty(): void {
    for (const [key, value] of this.#entries) if (value === undefined) this.#entries.delete(key);
    this.#empty = 0;
  }
}
