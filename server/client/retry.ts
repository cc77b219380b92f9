/** What may be sent again, and when. */
import { ConnectionError, isObject, ServiceError } from './errors.ts';

/**
 * Operations that are no GET and may be sent again whatever became of the first attempt: they change nothing, or have a
 * key by which the service knows them again. Tells it from the body.
 */
const REPEATABLE: Readonly<Record<string, (body: unknown) => boolean>> = {
  // Made twice, a session that must not be there yet is refused the second time.
  evaluate: (body) => !(isObject(body) && body['session'] === 'create'),
  queryFacts: () => true,
  queryFleetFacts: () => true,
  compile: () => true,
  postData: () => true,
  batchData: () => true,
  defaultDecision: () => true,
  authzenEvaluation: () => true,
  authzenEvaluations: () => true,
  enqueueRun: (body) => isObject(body) && typeof body['idempotency_key'] === 'string',
};

/** Codes of refusals before anything was begun: every operation may be sent again after them. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['overloaded', 'shutting_down']);

/** Codes of a 503 that the same request would get again. */
const LASTING: ReadonlySet<string> = new Set([
  'audit_unavailable',
  'engine_not_mounted',
  'evaluation_limit',
  'evaluation_timeout',
  'fleet_not_served',
  'ruleset_root_not_configured',
]);

const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function isRepeatable(operation: string, method: string, body: unknown): boolean {
  return method === 'GET' || REPEATABLE[operation]?.(body) === true;
}

/** Whether a request that ended so may be sent again. */
export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof ServiceError) {
    if (NOT_BEGUN.has(error.code)) return true;
    return repeatable && TRANSIENT.has(error.status) && !LASTING.has(error.code);
  }
  if (!(error instanceof ConnectionError) || error.code === 'invalid_answer') return false;
  return repeatable || wasRefused(error.cause);
}

/** Node tells that nobody listened; the request was never sent then. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ECONNREFUSED') || wasRefused(error.cause);
}

const FIRST_WAIT_MS = 100;
const HALF = 0.5;

/** Twice as long each time, each time a little other, so that clients do not come back together. */
export function waitBefore(attempt: number, error: unknown): number {
  if (error instanceof ServiceError && error.retryAfterMs !== null) return error.retryAfterMs;
  return FIRST_WAIT_MS * 2 ** attempt * (HALF + Math.random() * HALF);
}

const SECOND_MS = 1_000;

/** Milliseconds that a Retry-After asks for: seconds, or a date. Null when it says neither. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
