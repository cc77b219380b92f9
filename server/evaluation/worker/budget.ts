/**
 * Time that a thread takes for the jobs it was sent. What a job costs is known afterwards: a caller whose jobs were short can
 * send a hundred long ones. When the time is spent, the thread returns the rest, and with it all jobs that were sent before the
 * return arrived. They wait for their turn again, behind the first job of every other caller.
 */
interface Budget {
  /** Jobs of this turn and later ones are done; those of earlier turns are returned. */
  readonly turn: number;
  readonly isPast: (turn: number) => boolean;
  /** True if jobs that began at this time have taken long enough. */
  readonly isSpent: (begun: number, now: number) => boolean;
  /** Ends the turn of these jobs. Returns the next. */
  readonly spend: (turn: number) => number;
}

const BUDGET_MS = 20;

export function createBudget(): Budget {
  let current = 0;
  return {
    get turn() {
      return current;
    },
    isPast: (turn) => turn < current,
    isSpent: (begun, now) => now - begun >= BUDGET_MS,
    spend: (turn) => (current = turn + 1),
  };
}
