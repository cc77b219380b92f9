/**
 * Work for clients is done for a few milliseconds in each turn of the event loop, every connection's first before any
 * connection's second. One poll of the sockets can bring a thousand streams or messages: handled at once, they would keep
 * the thread from everything else, such as `/livez`.
 */
import { FairQueue } from '../../library/queues/fair-queue.ts';

export interface Turns {
  /** Runs the first job of a turn now and the others after it, in this turn or a later one. Jobs of one connection keep their order. */
  readonly run: (connection: object, job: () => void) => void;
}

/** Time for jobs in one turn, in milliseconds. */
const SLICE_MS = 5;

export function createTurns(): Turns {
  const queue = new FairQueue<() => void>();
  const keys = new WeakMap<object, string>();
  let lastKey = 0;
  /** Start time of the first job in this turn; `null` before it. */
  let began: number | null = null;
  let isScheduled = false;

  function keyOf(connection: object): string {
    let key = keys.get(connection);
    if (key === undefined) keys.set(connection, (key = String(++lastKey)));
    return key;
  }

  function hasTime(): boolean {
    if (began !== null) return performance.now() - began < SLICE_MS;
    began = performance.now();
    setImmediate(nextTurn);
    return true;
  }

  function nextTurn(): void {
    began = null;
    runNext();
  }

  function runNext(): void {
    if (queue.size === 0 || !hasTime()) return;
    queue.shift()!();
    runNextLater();
  }

  /** After what the job has queued, whose cost belongs to this turn. */
  function runNextLater(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() =>
      process.nextTick(() => {
        isScheduled = false;
        runNext();
      }),
    );
  }

  return {
    run(connection, job) {
      const isFirst = began === null && queue.size === 0;
      if (isFirst && hasTime()) job();
      else queue.push(keyOf(connection), job);
      runNextLater();
    },
  };
}
