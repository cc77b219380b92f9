import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Time for a thread to end. It ends at once unless it is in native code, which nothing can interrupt. */
const LONGEST_END_MS = 1_000;
/** Threads of one slot that may still be in native code while another one has their place. */
const MOST_LINGERING = 3;

/** Ends the threads of one slot, also those that do not end on request. */
interface ThreadEnds {
  /**
   * Terminates a thread. If it has not ended after a while, `gone` is still called: a terminated thread never runs JavaScript
   * again, so another may take its place.
   */
  readonly end: (thread: Worker, gone: () => void) => void;
  /** Terminates a thread, and waits until it has ended, or for a while. */
  readonly ended: (thread: Worker) => Promise<void>;
}

export function createThreadEnds(): ThreadEnds {
  const terminated = new WeakSet<Worker>();
  let lingering = 0;

  async function ended(thread: Worker): Promise<void> {
    await Promise.race([thread.terminate(), sleep(LONGEST_END_MS, undefined, { ref: false })]);
  }

  return {
    ended,
    end: (thread, gone) => {
      if (terminated.has(thread)) return;
      terminated.add(thread);
      let isOver = false;
      thread.once('exit', () => (isOver = true));
      void ended(thread).then(() => {
        if (isOver || lingering >= MOST_LINGERING) return;
        lingering++;
        thread.once('exit', () => lingering--);
        gone();
      });
    },
  };
}
