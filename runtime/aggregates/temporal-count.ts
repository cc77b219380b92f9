import { ReusedMap } from '../matching/reused-map.ts';

/** How many facts of a template have each value of a slot. */
export class ValueCounter<K> {
  readonly #counts = new ReusedMap<K, number>();

  count(value: K): number {
    return this.#counts.get(value) ?? 0;
  }

  enter(value: K): void {
    const count = this.#counts.get(value);
    if (count === undefined) this.#counts.add(value, 1);
    else this.#counts.replace(value, count + 1);
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(value: K): void {
    const left = this.count(value) - 1;
    if (left > 0) this.#counts.replace(value, left);
    else this.#counts.remove(value);
  }
}
