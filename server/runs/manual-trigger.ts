import { runIdOf } from './run-request.ts';
import type { Scheduler } from './scheduler.ts';

/** Input of the trigger; only the scheduler is used. */
type TriggerDependencies = Readonly<Record<string, unknown>>;

/**
 * Starts runs by hand (docs/guides/runs.md): the command line's `run` and `POST /v1/runs` both call
 * `enqueue`. It holds the scheduler and nothing else.
 */
export class ManualTrigger {
  #scheduler: Scheduler | null = null;

  /** Throws an Error if the dependencies have no scheduler. */
  init(dependencies: TriggerDependencies): void {
    const { scheduler } = dependencies;
    if (!isScheduler(scheduler)) throw new Error("ManualTrigger.init needs the dependency 'scheduler'");
    this.#scheduler = scheduler;
  }

  /** Nothing to start: the scheduler has a life of its own. */
  start(): void {}

  stop(): void {}

  /** None: the server mounts `POST /v1/runs` itself. */
  routes(): readonly never[] {
    return [];
  }

  /**
   * Passes the run to the scheduler and immediately returns its identifier. Its record shows the outcome.
   * Throws an Error before `init`.
   */
  enqueue(graphId: string, params: Readonly<Record<string, unknown>>, idempotencyKey?: string): string {
    if (this.#scheduler === null) throw new Error('ManualTrigger.enqueue was called before init');
    this.#scheduler.enqueue({ graphId, params, idempotencyKey: idempotencyKey ?? null }).catch(() => {
      // Reported to callers that wait for the run to be accepted (accept-run.ts); the trigger waits for nothing.
    });
    return runIdOf(graphId);
  }
}

function isScheduler(value: unknown): value is Scheduler {
  return (
    typeof value === 'object' && value !== null && 'enqueue' in value && typeof value.enqueue === 'function'
  );
}
