import { setTimeout as sleep } from 'node:timers/promises';

/** Time without a request after which work in the background goes on. */
const QUIET_MS = 20;

/** Keeps work in the background out of the way of requests. */
export interface Pause {
  /** A request came. */
  readonly noteRequest: () => void;
  /** Serves what has come meanwhile, and waits until no request came for a while. */
  readonly rest: () => Promise<void>;
}

export function createPause(): Pause {
  let last = -Infinity;
  return {
    noteRequest: () => {
      last = performance.now();
    },
    async rest() {
      await new Promise((resolve) => setImmediate(resolve));
      for (;;) {
        const left = last + QUIET_MS - performance.now();
        if (left <= 0) return;
        await sleep(left, undefined, { ref: false });
      }
    },
  };
}
