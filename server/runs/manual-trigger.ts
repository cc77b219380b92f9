import { runIdOf } from './run-request.ts';
import type { Scheduler } from './scheduler.ts';
import type { Route } from '../service/routes/route.ts';

/** What the trigger is given; everything but the scheduler is left alone. */
export type TriggerDependencies = Readonly<Record<string, unknown>>;

/**
 * Starts runs by hand (docs/runs.md): the command line's `run` and `POST /v1/runs` both call
 * `enqueue`. It holds the scheduler and nothing else.
 */
export class ManualTrigger {
  #scheduler: Scheduler | null = null;

  /** Throws an Error when there is no scheduler among the dependencies. */
  init(dependencies: TriggerDependencies): void {
    const { scheduler } = dependencies;
    if (!isScheduler(scheduler)) throw new Error("ManualTrigger.init needs the dependency 'scheduler'");
    this.#scheduler = scheduler;
  }

  /** Nothing to start: the scheduler has a life of its own. */
  start(): void {}

  stop(): void {}

  /** None: the server mounts `POST /v1/runs` itself. */
  routes(): readonly Route[] {
    return [];
  }

  /**
   * Hands the run to the scheduler and answers its identifier at once. What becomes of it is told by its record.
   * Throws an Error before `init`.
   */
  enqueue(graphId: string, params: Readonly<Record<string, unknown>>, idempotencyKey?: string): string {
    if (this.#scheduler === null) throw new Error('ManualTrigger.enqueue was called before init');
    this.#scheduler.enqueue({ graphId, params, idempotencyKey: idempotencyKey ?? null }).catch(() => {
      // Told to whoever waits for the run to be accepted (accept-run.ts); the trigger waits for nothing.
    });
    return runIdOf(graphId);
  }
}

function isScheduler(value: unknown): value is Scheduler {
  return (
    typeof value === 'object' && value !== null && 'enqueue' in value && typeof value.enqueue === 'function'
  );
}
