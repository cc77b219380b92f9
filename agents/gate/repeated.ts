import { sleep } from './approval-waits.ts';
import { GateServiceError } from './service-client.ts';

/** Pauses before a request is sent again, in milliseconds. */
const PAUSES = [50, 200];
/** Codes of a service that may decide the same request a moment later, or already has. */
const PASSING: readonly string[] = ['contention', 'store_unavailable'];

/**
 * Sends a request with an idempotency key, and again if its response was lost: it is the same attempt, and counts once.
 * Rejected with the last error.
 */
export async function repeated<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await sleep(pause, signal);
    }
  }
  return send();
}

/** `fetch` throws TypeError if no response comes. */
function isPassing(error: unknown): boolean {
  if (error instanceof GateServiceError) return PASSING.includes(error.code);
  return error instanceof TypeError;
}
