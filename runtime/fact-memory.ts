import { ReusedMap } from './reused-map.ts';
import type { Undoable, UndoLog } from './undo-log.ts';
import type { Fact } from './values.ts';

/** Up to this many facts of a template, comparing them all is cheaper than making a key. */
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

/** Equal facts have equal keys: the value of the only slot, or one text for several. */
export type FactKey = string | number | bigint;

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
  constructor(memory: FactMemory<F>, fact: F) {
    this.memory = memory;
    this.fact = fact;
  }
  undo(): void {
    this.memory.putBack(this.fact);
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
  readonly #key: (fact: F) => FactKey;
  /** Facts by key, made when the list outgrows LINEAR_LIMIT; facts of one key are told apart by `same`. */
  #byKey: ReusedMap<FactKey, F | F[]> | null = null;

  constructor(same: (a: F, b: F) => boolean, key: (fact: F) => FactKey) {
    this.#same = same;
    this.#key = key;
  }

  /** Number of facts present. */
  get size(): number {
    return this.count - this.holes;
  }

  /** The fact that is equal to this one, or null. */
  equal(fact: F): F | null {
    if (this.#byKey === null) {
      if (this.count <= LINEAR_LIMIT) {
        for (let i = 0; i < this.count; i++) {
          const other = this.items[i]!;
          if (!other.gone && this.#same(other, fact)) return other;
        }
        return null;
      }
      this.#byKey = new ReusedMap();
      for (let i = 0; i < this.count; i++) if (!this.items[i]!.gone) this.#enter(this.items[i]!);
    }
    const found = this.#byKey.get(this.#key(fact));
    if (found === undefined) return null;
    if (!Array.isArray(found)) return this.#same(found, fact) ? found : null;
    return found.find((other) => this.#same(other, fact)) ?? null;
  }

  /** Whether two facts are equal. */
  isSame(a: F, b: F): boolean {
    return this.#same(a, b);
  }

  /** Adds a fact that `equal` did not find. */
  add(fact: F, log: UndoLog): void {
    this.items[this.count++] = fact;
    if (this.#byKey !== null) this.#enter(fact);
    log.add(this);
  }

  /** Takes back the newest fact. */
  undo(): void {
    const fact = this.items[--this.count]!;
    this.items[this.count] = undefined as never;
    if (this.#byKey !== null && !fact.gone) this.#leave(fact);
    fact.gone = true;
  }

  /** Marks a fact as retracted, during an evaluation or between two. */
  remove(fact: F, log: UndoLog): void {
    if (this.#byKey !== null) this.#leave(fact);
    fact.gone = true;
    this.holes++;
    log.add(new Removal(this, fact));
    if (this.holes > LINEAR_LIMIT && this.holes * 2 > this.count) this.#compact(log);
  }

  putBack(fact: F): void {
    fact.gone = false;
    this.holes--;
    if (this.#byKey !== null) this.#enter(fact);
  }

  restore(items: F[], count: number, holes: number): void {
    this.items = items;
    this.count = count;
    this.holes = holes;
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
  }

  #enter(fact: F): void {
    const map = this.#byKey!;
    const key = this.#key(fact);
    const found = map.get(key);
    if (found === undefined) map.add(key, fact);
    else if (Array.isArray(found)) found.push(fact);
    else map.replace(key, [found, fact]);
  }

  #leave(fact: F): void {
    const map = this.#byKey!;
    const key = this.#key(fact);
    const found = map.get(key);
    if (!Array.isArray(found)) map.remove(key);
    else if (found.length > 2) found.splice(found.indexOf(fact), 1);
    else map.replace(key, found[0] === fact ? found[1]! : found[0]!);
  }
}
