import { ReusedMap } from '../matching/reused-map.ts';

/** The facts with one value of the group slot. */
interface Group<V> {
  /** How many have each value of the other slot. */
  readonly facts: ReusedMap<V, number>;
  /** Number of different values. */
  size: number;
}

/** Number of different values of one slot per value of another, and its maximum. */
export class DistinctCounter<G, V> {
  /** The largest number of different values in one group; 0 without facts. */
  most = 0;
  readonly #groups = new ReusedMap<G, Group<V>>();
  /** At `n`: how many groups have exactly `n` different values. */
  readonly #groupsOfSize: number[] = [];

  enter(key: G, value: V): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { facts: new ReusedMap(), size: 0 };
      this.#groups.add(key, group);
    }
    const facts = group.facts.get(value);
    if (facts === undefined) {
      group.facts.add(value, 1);
      this.#resize(group.size, ++group.size);
    } else group.facts.replace(value, facts + 1);
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(key: G, value: V): void {
    const group = this.#groups.get(key)!;
    const facts = group.facts.get(value)!;
    if (facts > 1) {
      group.facts.replace(value, facts - 1);
      return;
    }
    group.facts.remove(value);
    this.#resize(group.size, --group.size);
    if (group.size === 0) this.#groups.remove(key);
  }

  /** A group has grown or shrunk by one value. */
  #resize(from: number, to: number): void {
    const sizes = this.#groupsOfSize;
    sizes[from] = (sizes[from] ?? 0) - 1;
    sizes[to] = (sizes[to] ?? 0) + 1;
    // The last of the largest groups has shrunk: it is still one of the largest.
    if (to > this.most || (from === this.most && sizes[from] === 0)) this.most = to;
  }
}
