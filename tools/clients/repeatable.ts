/** Requests that a client may retry: the one source of both clients. */

/**
 * - `always`: it changes nothing.
 * - `unless_created`: but a session that must not be there yet is refused the second time.
 * - `with_key`: the service knows it again by its idempotency key.
 * - `never`: only when the service refused before it began.
 */
export const REPEATS = ['always', 'unless_created', 'with_key', 'never'] as const;
export type Repeat = (typeof REPEATS)[number];

/** Operations other than GET that may be retried whatever the result of the first attempt. */
const ROWS: Readonly<Record<string, Repeat>> = {
  evaluate: 'unless_created',
  queryFacts: 'always',
  queryFleetFacts: 'always',
  compile: 'always',
  postData: 'always',
  batchData: 'always',
  defaultDecision: 'always',
  authzenEvaluation: 'always',
  authzenEvaluations: 'always',
  authzenSubjectSearch: 'always',
  authzenResourceSearch: 'always',
  authzenActionSearch: 'always',
  decide: 'with_key',
  settleReservation: 'always',
  decideCall: 'with_key',
  enqueueRun: 'with_key',
};

export function repeatOf(operation: string, method: string): Repeat {
  return method === 'GET' ? 'always' : (ROWS[operation] ?? 'never');
}

/** Codes of refusals before anything was begun: every operation may be sent again after them. */
export const NOT_BEGUN = ['overloaded', 'shutting_down'] as const;

/** Codes of a 503 that the same request would get again. */
export const LASTING = [
  'audit_unavailable',
  'engine_not_mounted',
  'evaluation_limit',
  'evaluation_timeout',
  'fleet_not_served',
  'ruleset_root_not_configured',
] as const;
