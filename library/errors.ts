/**
 * THE table of the service's error codes, with the status of each. Codes are stable: clients branch on
 * them. docs/reference/http.md explains every one; a test proves that table and page agree.
 */
export const ERROR_STATUS = {
  approval_by_requester: 403,
  approval_limit_exceeded: 503,
  approval_not_found: 404,
  approval_not_pending: 409,
  audit_unavailable: 503,
  budget_amount: 422,
  budget_changed: 409,
  contention: 503,
  decision_not_found: 404,
  engine_not_mounted: 503,
  evaluation_failed: 422,
  evaluation_limit: 503,
  evaluation_timeout: 503,
  expectation_failed: 417,
  fleet_facts_exceeded: 409,
  fleet_not_served: 503,
  fleet_unavailable: 503,
  forbidden: 403,
  graph_not_found: 404,
  headers_too_large: 431,
  idempotency_conflict: 409,
  internal_error: 500,
  invalid_graph: 400,
  invalid_json: 400,
  invalid_request: 400,
  invalid_ruleset: 400,
  invalid_ruleset_path: 400,
  invalid_signature: 400,
  method_not_allowed: 405,
  no_decision_log: 409,
  not_found: 404,
  overloaded: 503,
  payload_too_large: 413,
  proof_unavailable: 409,
  request_timeout: 408,
  reservation_closed: 409,
  reservation_not_found: 404,
  ruleset_not_found: 404,
  ruleset_root_not_configured: 503,
  run_not_found: 404,
  scope_error: 409,
  session_exists: 409,
  session_expired: 404,
  session_facts_exceeded: 409,
  session_limit_exceeded: 503,
  session_not_found: 404,
  session_ruleset_mismatch: 409,
  sessions_unavailable: 400,
  shutting_down: 503,
  signature_key_missing: 400,
  signature_required: 400,
  stale_version: 409,
  store_unavailable: 503,
  template_conflict: 409,
  unauthorized: 401,
  unsupported_media_type: 415,
  validation_error: 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One entry of an HTTPValidationError. */
export interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/**
 * An answer that refuses the request. `message` is for people: it never holds a server path, a token or a stack
 * trace. `issues` is filled for bodies and parameters that do not fit their contract.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The slot or the path in the body that is concerned, or null. */
  readonly field: string | null;
  readonly issues: readonly Issue[] | null;

  constructor(
    code: ErrorCode,
    detail: string,
    field: string | null = null,
    issues: readonly Issue[] | null = null,
  ) {
    super(detail);
    this.name = 'ServiceError';
    this.code = code;
    this.field = field;
    this.issues = issues;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The refusal of a request when too many are under way. */
export function overloaded(): ServiceError {
  return new ServiceError('overloaded', 'too many requests in flight; try again shortly');
}

/** Returns the refusal of a request that would pass a limit. It names the limit and its setting. */
export function overLimit(
  scope: 'token' | 'connection' | 'all',
  most: number,
  noun: string,
  setting: string,
): ServiceError {
  const holder = { token: 'this token', connection: 'this connection', all: 'the service' }[scope];
  return new ServiceError(
    'overloaded',
    `${holder} is at its limit of ${most} ${noun} (${setting}); try again shortly`,
  );
}

/** The refusal of requests that the service no longer gets to. */
export function shuttingDown(): ServiceError {
  return new ServiceError('shutting_down', 'the service is shutting down');
}
