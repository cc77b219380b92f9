/** How many different values of one slot stand with each value of another, and the most that stand with any. */
export class DistinctCounter<G, V> {
  /** The largest number of different values in one group; 0 without facts. */
  most = 0;
  /** Facts by group and value. */
  readonly #groups = new Map<G, Map<V, number>>();
  /** At `n`: how many groups have exactly `n` different values. */
  readonly #groupsOfSize: number[] = [];

  enter(group: G, value: V): void {
    let values = this.#groups.get(group);
    if (values === undefined) {
      values = new Map();
      this.#groups.set(group, values);
    }
    const facts = values.get(value) ?? 0;
    values.set(value, facts + 1);
    if (facts === 0) this.#resize(values.size - 1, values.size);
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(group: G, value: V): void {
    const values = this.#groups.get(group)!;
    const facts = values.get(value)!;
    if (facts > 1) {
      values.set(value, facts - 1);
      return;
    }
    values.delete(value);
    if (values.size === 0) this.#groups.delete(group);
    this.#resize(values.size + 1, values.size);
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
