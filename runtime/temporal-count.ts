/** How many facts of a template have each value of a slot. Values no fact has are not kept. */
export class ValueCounter<K> {
  readonly #counts = new Map<K, number>();

  count(value: K): number {
    return this.#counts.get(value) ?? 0;
  }

  enter(value: K): void {
    this.#counts.set(value, this.count(value) + 1);
  }

  leave(value: K): void {
    const left = this.count(value) - 1;
    if (left > 0) this.#counts.set(value, left);
    else this.#counts.delete(value);
  }
}
