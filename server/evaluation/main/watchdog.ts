import { RUNNING_JOB } from '../protocol/protocol.ts';
import type { Death } from './worker-death.ts';

/** Watches the thread of one slot, and knows what it died of. */
export interface Watchdog {
  /** Shared memory in which the thread publishes its current job. */
  readonly running: Int32Array;
  /** A new thread begins. */
  readonly begin: () => void;
  /** Looks at the thread; whether its job has run for too long, which is its death then. */
  readonly isStuck: () => boolean;
  /** The thread says what it dies of. */
  readonly note: (death: Death) => void;
  /** Cause of death of the old thread, and the job that caused it, 0 for none. */
  readonly verdict: () => { readonly death: Death; readonly job: number };
}

/** @param now in milliseconds */
export function createWatchdog(now: () => number, evaluateTimeoutMs: number): Watchdog {
  const running = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** The last look: which job was running, and since when it is known to be. */
  let watched = { id: 0, since: 0 };
  let death: Death = 'unknown';
  let stuck = 0;
  return {
    running,
    begin: () => {
      death = 'unknown';
      Atomics.store(running, RUNNING_JOB, 0);
    },
    isStuck: () => {
      const id = Atomics.load(running, RUNNING_JOB);
      const time = now();
      if (id === 0 || id !== watched.id) {
        watched = { id, since: time };
        return false;
      }
      if (time - watched.since <= evaluateTimeoutMs) return false;
      watched = { id: 0, since: time };
      stuck = id;
      death = 'timeout';
      return true;
    },
    note: (cause) => {
      death = cause;
    },
    verdict: () => ({ death, job: death === 'timeout' ? stuck : Atomics.load(running, RUNNING_JOB) }),
  };
}
