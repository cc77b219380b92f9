/** The time of a ledger's store, which rules see as `now` in decisions that count: the same for all servers on one store. */

/** Milliseconds by which the time that rules saw may differ from that of the decision. Beyond it the rules decide again. */
export const MOVED_MS = 1000;

export interface StoreClock {
  /** Milliseconds: the time of this process until that of the store was read. */
  readonly now: () => number;
  /** The store's time was read. */
  readonly read: (time: number) => void;
}

/** It runs with the clock of this process from the last time that was read, and never goes back. */
export function storeClock(): StoreClock {
  let ahead = 0;
  let last = 0;
  return {
    now: () => Math.max(last, Date.now() + ahead),
    read(time) {
      ahead = time - Date.now();
      last = Math.max(last, time);
    },
  };
}

/** True if rules that saw `at` must decide again at `time`. `undefined`: they saw the time of the decision. */
export const isMoved = (at: number | undefined, time: number): boolean =>
  at !== undefined && Math.abs(time - at) > MOVED_MS;
