import type { AcceptedRun, RunRequest } from './run-request.ts';

/** Interface of a scheduler for the trigger. Its queue serializes concurrent callers. */
export interface Scheduler {
  /** Settled when the run's record is in the database. Rejected with ServiceError when there will be none. */
  readonly enqueue: (request: RunRequest) => Promise<AcceptedRun>;
}
