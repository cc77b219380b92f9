import type { Integer } from '../values/values.ts';
import { ENTRIES_KEPT, FIRST_ENTRIES } from '../engine/thresholds.ts';

/** Most lists of facts are so short that they are never indexed. */
const NO_PLACES = new Int32Array(0);

/**
 * Finds facts by a hash number of their slots: chains of places in a list of facts, in three arrays of integers. A Map
 * would need a key for each fact that is equal exactly if the facts are, and making one (a text of all slots) took ten
 * times as long as hashing the slots.
 */
export class FactIndex {
  /** First place + 1 of each chain. */
  #heads = NO_PLACES;
  /** By place: the next place + 1 of its chain, and its hash. */
  #next = NO_PLACES;
  #hashes = NO_PLACES;
  /** INVARIANT: a power of two, or 0 before the first `clear`; places are smaller. */
  #capacity = 0;

  /** The newest place with this hash, or -1. */
  first(hash: number): number {
    return this.#from(this.#heads[hash & (this.#capacity - 1)]! - 1, hash);
  }

  /** The next place with the same hash, or -1. */
  next(place: number): number {
    return this.#from(this.#next[place]! - 1, this.#hashes[place]!);
  }

  #from(start: number, hash: number): number {
    let place = start;
    while (place >= 0 && this.#hashes[place] !== hash) place = this.#next[place]! - 1;
    return place;
  }

  enter(place: number, hash: number): void {
    while (place >= this.#capacity) this.#grow();
    const chain = hash & (this.#capacity - 1);
    this.#hashes[place] = hash;
    this.#next[place] = this.#heads[chain]!;
    this.#heads[chain] = place + 1;
  }

  leave(place: number): void {
    const chain = this.#hashes[place]! & (this.#capacity - 1);
    const after = this.#next[place]!;
    let at = this.#heads[chain]! - 1;
    if (at === place) {
      this.#heads[chain] = after;
      return;
    }
    while (this.#next[at] !== place + 1) at = this.#next[at]! - 1;
    this.#next[at] = after;
  }

  /** Empties all chains; must be called first. @param count of places that are to enter */
  clear(count: number): void {
    const spare = this.#capacity > ENTRIES_KEPT && this.#capacity > count * 4;
    if (spare || this.#capacity === 0) this.#reserve(FIRST_ENTRIES);
    else this.#heads.fill(0);
  }

  #reserve(capacity: number): void {
    this.#capacity = capacity;
    this.#heads = new Int32Array(capacity);
    this.#next = new Int32Array(capacity);
    this.#hashes = new Int32Array(capacity);
  }

  /** Twice the chains; a place that is in none stays in none. */
  #grow(): void {
    const heads = this.#heads;
    const next = this.#next;
    const hashes = this.#hashes;
    this.#reserve(this.#capacity * 2);
    this.#hashes.set(hashes);
    for (const head of heads) {
      for (let place = head - 1; place >= 0; place = next[place]! - 1) this.enter(place, hashes[place]!);
    }
  }
}

/** An odd number without pattern; multiplying by it spreads the low bits over the high ones. */
const SPREAD = 0x9e3779b1;
const HIGH_BITS = 15;
/** Differs in every process, so that a caller cannot prepare facts that share a hash; only speed depends on it. */
export const HASH_SEED = Math.floor(Math.random() * 2 ** 31);
const WORD = 0x100000000;

/** Hash of a fact whose previous slots have this hash and whose next slot holds this number; the same below. */
export function mixInteger(hash: number, value: Integer): number {
  if (typeof value !== 'number') return mixText(hash, value.toString());
  const mixed = Math.imul(hash ^ value, SPREAD);
  // The bits above 32.
  const rest = (value | 0) === value ? mixed : Math.imul(mixed ^ Math.floor(value / WORD), SPREAD);
  return rest ^ (rest >>> HIGH_BITS);
}

export function mixText(hash: number, text: string): number {
  let mixed = hash ^ text.length;
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), SPREAD);
  return mixed ^ (mixed >>> HIGH_BITS);
}
