import { API_ACTOR } from '../tokens/caller.ts';
import { ManualTrigger } from './manual-trigger.ts';
import type { AcceptedRun, RunRequest } from './run-request.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Enqueues through the trigger, as the one way in, and waits until the run is in the database. Throws ServiceError when
 * it is refused.
 */
export async function acceptRun(
  scheduler: Scheduler,
  { graphId, params, idempotencyKey, owner = API_ACTOR }: RunRequest,
): Promise<AcceptedRun> {
  const handed: Promise<AcceptedRun>[] = [];
  const trigger = new ManualTrigger();
  const noting: Scheduler = {
    enqueue(request) {
      const accepted = scheduler.enqueue({ ...request, owner });
      handed.push(accepted);
      return accepted;
    },
  };
  trigger.init({ scheduler: noting });
  trigger.enqueue(graphId, params, idempotencyKey ?? undefined);
  return handed[0]!;
}
