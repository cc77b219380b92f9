/** Runs operations of one name one after the other, in the order in which they were given. */
export class KeyedMutex {
  /** The last operation that waits under each name. */
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(name: string, operation: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const running = before === undefined ? operation() : before.then(operation);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(name, settled);
    try {
      return await running;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }
}
