/** A queue that serves every caller's first item before any caller's second. */
export class FairQueue<T> {
  /** In the order in which they are served next. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of one caller. */
  of(actor: string): number {
    return this.#queues.get(actor)?.length ?? 0;
  }

  push(actor: string, item: T): void {
    const queue = this.#queues.get(actor);
    if (queue === undefined) this.#queues.set(actor, [item]);
    else queue.push(item);
    this.#size++;
  }

  /** Puts items before those of the same caller, and the caller behind all others. */
  putBack(actor: string, items: readonly T[]): void {
    const queue = this.#queues.get(actor) ?? [];
    this.#queues.delete(actor);
    this.#queues.set(actor, [...items, ...queue]);
    this.#size += items.length;
  }

  /** The next, or undefined. */
  shift(): T | undefined {
    for (const [actor, queue] of this.#queues) {
      const item = queue.shift();
      // A served caller goes to the end of the queue.
      this.#queues.delete(actor);
      if (queue.length > 0) this.#queues.set(actor, queue);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Removes one item. Returns true if it was queued. */
  remove(actor: string, item: T): boolean {
    const queue = this.#queues.get(actor);
    const at = queue?.indexOf(item) ?? -1;
    if (queue === undefined || at === -1) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#queues.delete(actor);
    this.#size--;
    return true;
  }

  /** Removes and returns all items. */
  clear(): T[] {
    const all = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#size = 0;
    return all;
  }
}
