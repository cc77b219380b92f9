import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordCounts, ServiceLog } from '../audit.ts';

export interface BatchWriterOptions<T> {
  /** Makes a batch of records ready, once. */
  readonly prepare: (bodies: readonly string[]) => T;
  /** Delivers a batch to its destination; called again with the same batch until it settles. */
  readonly put: (batch: T) => Promise<void>;
  /** True if the writer waits until it is stored. */
  readonly sync: boolean;
  /** Characters that may wait. */
  readonly bufferCharacters: number;
  readonly overflow: 'refuse' | 'drop';
  readonly warn: (problem: string) => void;
  /** After the last record. */
  readonly onClose?: () => Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const LONGEST_CLOSE_MS = 5_000;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Sends records to an asynchronous sink: in order, one batch at a time, all waiting ones together. */
export class BatchWriter<T> implements ServiceLog {
  readonly #options: BatchWriterOptions<T>;
  #bodies: string[] = [];
  #characters = 0;
  #waiters: Waiter[] = [];
  #dropped = 0;
  readonly #counts = { recorded: 0, dropped: 0 };
  #running: Promise<void> | null = null;
  #failing = false;
  #closing = false;

  constructor(options: BatchWriterOptions<T>) {
    this.#options = options;
  }

  get isFull(): boolean {
    const { overflow, sync } = this.#options;
    return overflow === 'refuse' && (this.#isOver || (sync && this.#failing));
  }

  get counts(): RecordCounts {
    return this.#counts;
  }

  problem(): string | null {
    return this.#failing ? 'cannot be written' : null;
  }

  append(bodies: readonly string[]): void {
    for (const body of bodies) {
      if (this.#isOver && this.#options.overflow === 'drop') {
        this.#dropped++;
        this.#counts.dropped++;
        continue;
      }
      this.#counts.recorded++;
      this.#bodies.push(this.#dropped === 0 ? body : `"dropped":${this.#dropped},${body}`);
      this.#dropped = 0;
      this.#characters += body.length;
    }
  }

  settle(): Promise<void> | null {
    if (this.#bodies.length === 0 && this.#running === null) return null;
    const settled = this.#options.sync
      ? new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }))
      : null;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return settled;
  }

  /** Gives up what cannot be brought in time. */
  async close(): Promise<void> {
    void this.settle()?.catch(() => undefined);
    const running = this.#running;
    const timer = setTimeout(() => (this.#closing = true), LONGEST_CLOSE_MS);
    await running;
    clearTimeout(timer);
    await this.#options.onClose?.();
  }

  get #isOver(): boolean {
    return this.#characters > this.#options.bufferCharacters;
  }

  async #run(): Promise<void> {
    // Records that arrive in this tick join the batch.
    await Promise.resolve();
    while (this.#bodies.length > 0) {
      const bodies = this.#bodies;
      const waiters = this.#waiters;
      this.#bodies = [];
      this.#waiters = [];
      const batch = this.#options.prepare(bodies);
      await this.#bring(batch, waiters);
      for (const body of bodies) this.#characters -= body.length;
      for (const { resolve } of waiters) resolve();
    }
    for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  async #bring(batch: T, waiters: Waiter[]): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      try {
        await this.#options.put(batch);
        this.#failing = false;
        return;
      } catch (error) {
        const problem = error instanceof Error ? error : new Error(String(error));
        if (!this.#failing) this.#options.warn(`the decision log cannot be written: ${problem.message}`);
        this.#failing = true;
        // Do not wait for a sink that may stay down; the batch is still sent.
        for (const { reject } of [...waiters.splice(0), ...this.#waiters.splice(0)]) reject(problem);
        if (this.#closing) {
          this.#options.warn('records that could not be written are lost: the service ends');
          return;
        }
        await sleep(Math.min(wait, LONGEST_CLOSE_MS));
      }
    }
  }
}
