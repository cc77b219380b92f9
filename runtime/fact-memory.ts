import { FactIndex } from './fact-index.ts';
import type { Undoable, UndoLog } from './undo-log.ts';
import type { Fact } from './values.ts';

/** Up to this many facts of a template, comparing them all is cheaper than hashing one. */
export const LINEAR_LIMIT = 16;

/** The facts of some template, when it does not matter of which. */
export interface AnyFactMemory {
  readonly size: number;
  /** Oldest first, retracted facts still in; `count` of them. */
  readonly items: readonly Fact[];
  readonly count: number;
  equal(fact: Fact): Fact | null;
  remove(fact: Fact, log: UndoLog): void;
  each(visit: (fact: Fact) => boolean | void): void;
  list(): Fact[];
}

/** One compaction, so that it can be taken back: the list as it was before. */
class Compaction<F extends Fact> implements Undoable {
  readonly memory: FactMemory<F>;
  readonly items: F[];
  readonly count: number;
  readonly holes: number;
  constructor(memory: FactMemory<F>, items: F[], count: number, holes: number) {
    this.memory = memory;
    this.items = items;
    this.count = count;
    this.holes = holes;
  }
  undo(): void {
    this.memory.restore(this.items, this.count, this.holes);
  }
}

/** One fact retracted by a rule. */
class Removal<F extends Fact> implements Undoable {
  readonly memory: FactMemory<F>;
  readonly fact: F;
  readonly place: number;
  constructor(memory: FactMemory<F>, fact: F, place: number) {
    this.memory = memory;
    this.fact = fact;
    this.place = place;
  }
  undo(): void {
    this.memory.putBack(this.fact, this.place);
  }
}

/**
 * All facts of one template, oldest first, and the check for duplicates: an equal fact (same slots by type and value)
 * is not asserted twice (clips-order.md, 5). Retracted facts stay as holes until half of the list is holes.
 */
export class FactMemory<F extends Fact> implements Undoable {
  items: F[] = [];
  count = 0;
  /** Retracted facts still in `items`. */
  holes = 0;
  readonly #same: (a: F, b: F) => boolean;
  readonly #hash: (fact: F) => number;
  /** Used when the list outgrows LINEAR_LIMIT; then the places of all facts that are not gone are in it. */
  readonly #index = new FactIndex();
  #indexed = false;
  /** Hash of the fact that `equal` last looked for in the index. */
  #sought = 0;

  constructor(same: (a: F, b: F) => boolean, hash: (fact: F) => number) {
    this.#same = same;
    this.#hash = hash;
  }

  /** Number of facts present. */
  get size(): number {
    return this.count - this.holes;
  }

  /** The fact that is equal to this one, or null. */
  equal(fact: F): F | null {
    const place = this.#placeOf(fact);
    return place < 0 ? null : this.items[place]!;
  }

  /** Its place in the list, or -1. */
  #placeOf(fact: F): number {
    const { items } = this;
    if (!this.#indexed && this.count > LINEAR_LIMIT) this.#makeIndex();
    if (!this.#indexed) {
      for (let i = 0; i < this.count; i++) {
        const other = items[i]!;
        if (!other.gone && this.#same(other, fact)) return i;
      }
      return -1;
    }
    this.#sought = this.#hash(fact);
    let place = this.#index.first(this.#sought);
    while (place >= 0 && !this.#same(items[place]!, fact)) place = this.#index.next(place);
    return place;
  }

  #makeIndex(): void {
    this.#indexed = true;
    this.#index.clear(this.count);
    for (let i = 0; i < this.count; i++) {
      const fact = this.items[i]!;
      if (!fact.gone) this.#index.enter(i, this.#hash(fact));
    }
  }

  /** Whether two facts are equal. */
  isSame(a: F, b: F): boolean {
    return this.#same(a, b);
  }

  /** Adds a fact for which `equal` was asked last, and which it did not find. */
  add(fact: F, log: UndoLog): void {
    if (this.#indexed) this.#index.enter(this.count, this.#sought);
    this.items[this.count++] = fact;
    log.add(this);
  }

  /** Takes back the newest fact. */
  undo(): void {
    const fact = this.items[--this.count]!;
    this.items[this.count] = undefined as never;
    if (this.#indexed && !fact.gone) this.#index.leave(this.count);
    fact.gone = true;
  }

  /** Marks a fact as retracted, during an evaluation or between two. */
  remove(fact: F, log: UndoLog): void {
    const place = this.#leave(fact);
    fact.gone = true;
    this.holes++;
    log.add(new Removal(this, fact, place));
    if (this.holes > LINEAR_LIMIT && this.holes * 2 > this.count) this.#compact(log);
  }

  /** Takes a fact that is present out of the index; answers its place in the list. */
  #leave(fact: F): number {
    if (!this.#indexed && this.count > LINEAR_LIMIT) this.#makeIndex();
    if (!this.#indexed) return this.items.indexOf(fact);
    let place = this.#index.first(this.#hash(fact));
    while (this.items[place] !== fact) place = this.#index.next(place);
    this.#index.leave(place);
    return place;
  }

  putBack(fact: F, place: number): void {
    fact.gone = false;
    this.holes--;
    if (this.#indexed) this.#index.enter(place, this.#hash(fact));
  }

  restore(items: F[], count: number, holes: number): void {
    this.items = items;
    this.count = count;
    this.holes = holes;
    this.#indexed = false;
  }

  /** Calls `visit` for every fact present, oldest first, until it answers false. */
  each(visit: (fact: F) => boolean | void): void {
    const { items, count } = this;
    for (let i = 0; i < count; i++) {
      const fact = items[i]!;
      if (!fact.gone && visit(fact) === false) return;
    }
  }

  /** The facts present, oldest first. */
  list(): F[] {
    return this.items.slice(0, this.count).filter((fact) => !fact.gone);
  }

  #compact(log: UndoLog): void {
    log.add(new Compaction(this, this.items, this.count, this.holes));
    this.items = this.list();
    this.count = this.items.length;
    this.holes = 0;
    this.#indexed = false;
  }
}
