import { FactIndex } from './fact-index.ts';
import type { Matcher } from '../engine/matcher.ts';
import { objectList } from '../matching/object-list.ts';
import type { Undoable, UndoLog } from '../engine/undo-log.ts';
import type { Fact } from '../values/values.ts';
import { FACTS_COMPARED } from '../engine/thresholds.ts';

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
  readonly base: number;
  readonly holes: number;
  readonly stored: number;
  constructor(memory: FactMemory<F>) {
    this.memory = memory;
    this.items = memory.items;
    this.count = memory.count;
    this.base = memory.base;
    this.holes = memory.holes;
    this.stored = memory.stored;
  }
  undo(): void {
    this.memory.restore(this);
  }
}

/** One fact retracted by a rule. */
class Removal<F extends Fact> implements Undoable {
  readonly memory: FactMemory<F>;
  readonly place: number;
  constructor(memory: FactMemory<F>, place: number) {
    this.memory = memory;
    this.place = place;
  }
  undo(): void {
    this.memory.putBack(this.place);
  }
}

/**
 * All facts of one template, oldest first, and the check for duplicates: an equal fact (same slots by type and value)
 * is not asserted twice (clips-order.md, 5). Retracted facts stay as holes until half of the list is holes.
 */
export class FactMemory<F extends Fact> {
  items: F[] = objectList();
  count = 0;
  /** Facts from here on are young: they came since the last commit. INVARIANT: the log knows of the memory then. */
  base = 0;
  /** Retracted facts still in `items`. */
  holes = 0;
  /** Facts before this place are in the memories of the network, those from it on are found by their flags. */
  stored = 0;
  /** All flags of the facts here, and perhaps of some that are gone. */
  sets0 = 0;
  sets1 = 0;
  /** The memory that got its first young fact before this one did; undefined: the log does not know of this one. */
  touchedBefore: FactMemory<never> | null | undefined = undefined;
  /** The same three as they were at the last commit. Not `#private`, see UndoLog. */
  private keptStored = 0;
  private keptSets0 = 0;
  private keptSets1 = 0;
  readonly #same: (a: F, b: F) => boolean;
  readonly #hash: (fact: F) => number;
  readonly #store: ((matcher: never) => void) | null;
  /** Used only above FACTS_COMPARED. INVARIANT: of the facts before `entered` it holds those that still exist. */
  readonly #index = new FactIndex();
  private entered = 0;
  /** Hash of the fact that `equal` last looked for in the index. */
  #sought = 0;

  /** @param store puts the facts from `stored` on into the memories of the network; null: there are none for them */
  constructor(
    same: (a: F, b: F) => boolean,
    hash: (fact: F) => number,
    store: ((matcher: never) => void) | null = null,
  ) {
    this.#same = same;
    this.#hash = hash;
    this.#store = store;
  }

  /** Every fact is found in the memories from here on. */
  store(matcher: Matcher): void {
    if (this.#store !== null && this.stored < this.count) this.#store(matcher as never);
  }

  /** Number of facts present. */
  get size(): number {
    return this.count - this.holes;
  }

  /** So few facts that comparing them all is the way to find an equal one. */
  get small(): boolean {
    return this.count <= FACTS_COMPARED;
  }

  /** From this number of flagged facts on, the memories are faster. */
  get crowded(): boolean {
    return this.count - this.stored > FACTS_COMPARED;
  }

  /** True if two facts are equal. */
  isSame(a: F, b: F): boolean {
    return this.#same(a, b);
  }

  /** The fact that is equal to this one, or null. */
  equal(fact: F): F | null {
    const { items, count } = this;
    if (count > FACTS_COMPARED) return this.#lookUp(fact);
    for (let i = 0; i < count; i++) {
      const other = items[i]!;
      if (this.#same(other, fact) && !other.gone) return other;
    }
    return null;
  }

  /** Adds a new fact. INVARIANT: unless the memory is small, `equal` was called for it immediately before. */
  add(fact: F, log: UndoLog): void {
    const { count } = this;
    if (count === this.base) log.touchFacts(this as unknown as FactMemory<never>);
    if (count > FACTS_COMPARED) this.#enter(count);
    this.items[count] = fact;
    this.count = count + 1;
  }

  /** Enters the fact of the last `equal` call into the index. */
  #enter(place: number): void {
    this.#index.enter(place, this.#sought);
    this.entered = place + 1;
  }

  /** Takes the young facts back. INVARIANT: none of them is gone: that they were retracted was undone before. */
  cut(): void {
    const { items, base } = this;
    if (this.entered > base) this.#leaveFrom(base);
    for (let i = this.count - 1; i >= base; i--) items[i] = undefined as never;
    this.count = base;
    this.stored = this.keptStored;
    this.sets0 = this.keptSets0;
    this.sets1 = this.keptSets1;
  }

  /** Takes the facts from a place on out of the index: newest first, as they are found first there. */
  #leaveFrom(base: number): void {
    for (let i = this.entered - 1; i >= base; i--) this.#index.leave(i);
    this.entered = base;
  }

  keep(): void {
    this.base = this.count;
    this.keptStored = this.stored;
    this.keptSets0 = this.sets0;
    this.keptSets1 = this.sets1;
  }

  /** Marks a fact as retracted, during an evaluation or between two. */
  remove(fact: F, log: UndoLog): void {
    const place = this.#leave(fact);
    fact.gone = true;
    this.holes++;
    log.add(new Removal(this, place));
    if (this.holes > FACTS_COMPARED && this.holes * 2 > this.count) this.#compact(log);
  }

  putBack(place: number): void {
    const fact = this.items[place]!;
    fact.gone = false;
    this.holes--;
    if (place < this.entered) this.#index.enter(place, this.#hash(fact));
  }

  restore(before: Pick<FactMemory<F>, 'items' | 'count' | 'base' | 'holes' | 'stored'>): void {
    this.items = before.items;
    this.count = before.count;
    this.base = before.base;
    this.holes = before.holes;
    this.stored = before.stored;
    this.entered = 0;
  }

  /** Calls `visit` for every fact present, oldest first, until it returns false. */
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

  #lookUp(fact: F): F | null {
    const { items } = this;
    this.#enterAll();
    this.#sought = this.#hash(fact);
    for (let place = this.#index.first(this.#sought); place >= 0; place = this.#index.next(place)) {
      if (this.#same(items[place]!, fact)) return items[place]!;
    }
    return null;
  }

  #enterAll(): void {
    if (this.entered === 0) this.#index.clear(this.count);
    for (let place = this.entered; place < this.count; place++) {
      const fact = this.items[place]!;
      if (!fact.gone) this.#index.enter(place, this.#hash(fact));
    }
    this.entered = this.count;
  }

  /** Removes a fact from the index; returns its place in the list. */
  #leave(fact: F): number {
    if (this.count <= FACTS_COMPARED) {
      const place = this.items.indexOf(fact);
      if (place < this.entered) this.#index.leave(place);
      return place;
    }
    this.#enterAll();
    let place = this.#index.first(this.#hash(fact));
    while (this.items[place] !== fact) place = this.#index.next(place);
    this.#index.leave(place);
    return place;
  }

  /** How many of the facts before a place are present. */
  #present(place: number): number {
    let present = 0;
    for (let i = 0; i < place; i++) if (!this.items[i]!.gone) present++;
    return present;
  }

  #compact(log: UndoLog): void {
    log.add(new Compaction(this));
    const old = this.#present(this.base);
    this.stored = this.#present(this.stored);
    this.items = this.list();
    this.count = this.items.length;
    this.base = old;
    this.holes = 0;
    this.entered = 0;
    // Its young facts have other places now, and so has the end of those that are stored: a commit must keep both.
    log.touchFacts(this as unknown as FactMemory<never>);
  }
}
