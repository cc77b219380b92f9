interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does work for many at once: what comes while work is under way waits, and is done together by the next. Nothing joins
 * work that began before it came.
 */
export class Batcher<T, R> {
  readonly #work: (items: readonly T[]) => Promise<readonly R[]>;
  #waiting: Waiting<T, R>[] = [];
  #isWorking = false;

  /** @param work returns one result per item, in their order */
  constructor(work: (items: readonly T[]) => Promise<readonly R[]>) {
    this.#work = work;
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1 && !this.#isWorking) setImmediate(() => void this.#next());
    });
  }

  async #next(): Promise<void> {
    if (this.#isWorking || this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#isWorking = true;
    try {
      const results = await this.#work(waiting.map(({ item }) => item));
      for (const [i, { resolve }] of waiting.entries()) resolve(results[i]!);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#isWorking = false;
      void this.#next();
    }
  }
}
