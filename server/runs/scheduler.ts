import type { AcceptedRun, RunRequest } from './run-request.ts';

/** What the trigger needs of a scheduler. Its queue is where concurrent callers meet. */
export interface Scheduler {
  /** Settled when the run's record is in the database. Rejected with ServiceError when there will be none. */
  readonly enqueue: (request: RunRequest) => Promise<AcceptedRun>;
}
