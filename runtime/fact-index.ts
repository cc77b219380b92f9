import type { Integer } from './values.ts';

const FIRST_CAPACITY = 64;

/**
 * Finds facts by a hash number of their slots: chains of places in a list of facts, in three arrays of integers. A Map
 * would need a key for each fact that is equal exactly if the facts are, and making one (a text of all slots) took ten
 * times as long as hashing the slots.
 */
export class FactIndex {
  /** First place + 1 of each chain. */
  #heads = new Int32Array(FIRST_CAPACITY);
  /** By place: the next place + 1 of its chain, and its hash. */
  #next = new Int32Array(FIRST_CAPACITY);
  #hashes = new Int32Array(FIRST_CAPACITY);
  /** INVARIANT: a power of two; places are smaller. */
  #capacity = FIRST_CAPACITY;

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

  /** Twice the chains; a place that is in none stays in none. */
  #grow(): void {
    const heads = this.#heads;
    const next = this.#next;
    const hashes = this.#hashes;
    this.#capacity *= 2;
    this.#heads = new Int32Array(this.#capacity);
    this.#next = new Int32Array(this.#capacity);
    this.#hashes = new Int32Array(this.#capacity);
    this.#hashes.set(hashes);
    for (const head of heads) {
      for (let place = head - 1; place >= 0; place = next[place]! - 1) this.enter(place, hashes[place]!);
    }
  }
}

/** An odd number without pattern; multiplying by it spreads the low bits over the high ones. */
const SPREAD = 0x9e3779b1;
const HIGH_BITS = 15;
const WORD = 0x100000000;

/** Hash of a fact whose slots before have this hash, and whose next slot holds this number; likewise below. */
export function mixInteger(hash: number, value: Integer): number {
  if (typeof value !== 'number') return mixText(hash, value.toString());
  const mixed = Math.imul(hash ^ value, SPREAD);
  // What lies above 32 bits.
  const rest = (value | 0) === value ? mixed : Math.imul(mixed ^ Math.floor(value / WORD), SPREAD);
  return rest ^ (rest >>> HIGH_BITS);
}

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);

export function mixFloat(hash: number, value: number): number {
  float[0] = value;
  return mixInteger(mixInteger(hash, words[0]!), words[1]!);
}

export function mixText(hash: number, text: string): number {
  let mixed = hash ^ text.length;
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), SPREAD);
  return mixed ^ (mixed >>> HIGH_BITS);
}
