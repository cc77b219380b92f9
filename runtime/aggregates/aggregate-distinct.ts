import { ReusedMap } from '../matching/reused-map.ts';

interface Group<V> {
  /** How many facts have each value. */
  readonly facts: ReusedMap<V, number>;
  /** Number of different values. */
  size: number;
}

/** How many different values of a slot the facts of each key have. */
export class DistinctValues<K, V> {
  readonly #groups = new ReusedMap<K, Group<V>>();

  count(key: K): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  enter(key: K, value: V): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { facts: new ReusedMap(), size: 0 };
      this.#groups.add(key, group);
    }
    const facts = group.facts.get(value);
    if (facts !== undefined) {
      group.facts.replace(value, facts + 1);
      return;
    }
    group.facts.add(value, 1);
    group.size++;
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(key: K, value: V): void {
    const group = this.#groups.get(key)!;
    const facts = group.facts.get(value)!;
    if (facts > 1) group.facts.replace(value, facts - 1);
    else {
      group.facts.remove(value);
      if (--group.size === 0) this.#groups.remove(key);
    }
  }
}
