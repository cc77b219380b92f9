import type { ServiceError } from '../../library/errors.ts';
import { ERROR_STATUS, type ErrorCode } from '../../library/errors.ts';

/** Response of a route: a status and a JSON text, ready to be written. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reason of a refusal. */
  readonly error?: ServiceError;
}

/**
 * The three envelopes of errors (docs/reference/http.md): `plain` always sends ErrorResponse; `validation` sends
 * HTTPValidationError for what does not fit its contract and ErrorResponse for all else; `data` is the Data API.
 * `authzen` is ErrorResponse with the statuses that AuthZEN knows.
 */
export type ErrorEnvelope = 'plain' | 'validation' | 'data' | 'authzen';

/** Seconds after which a client may try again when the service is full, or its database is not ready. */
export const RETRY_AFTER_SECONDS = '1';

/** A 200 with this JSON text. */
export function answer(body: string): Answer {
  return { status: 200, body };
}

/** The answer to a refused request in the envelope of its route. */
export function errorAnswer(error: ServiceError, envelope: ErrorEnvelope): Answer {
  const { code } = error;
  const headers = headersOf(code);
  if (error.issues !== null && (envelope === 'validation' || envelope === 'data')) {
    return { status: 422, body: JSON.stringify({ detail: error.issues }), error };
  }
  if (envelope === 'data' && code !== 'unauthorized' && code !== 'forbidden')
    return dataErrorAnswer(error, headers);
  const body = {
    error: code,
    detail: error.message,
    ...(error.field === null ? {} : { field: error.field }),
  };
  const status = envelope === 'authzen' ? authzenStatus(code) : ERROR_STATUS[code];
  return { status, body: JSON.stringify(body), ...headers, error };
}

/** True if the same request may succeed a moment later. */
export function isTransient(code: ErrorCode): boolean {
  return code === 'overloaded' || code === 'store_unavailable';
}

function headersOf(code: ErrorCode): { readonly headers?: Readonly<Record<string, string>> } {
  if (isTransient(code)) return { headers: { 'retry-after': RETRY_AFTER_SECONDS } };
  if (code === 'unauthorized') return { headers: { 'www-authenticate': 'Bearer' } };
  return {};
}

/** Status of an error on the AuthZEN endpoints: a request that is wrong is 400 whatever is wrong with it. */
export function authzenStatus(code: ErrorCode): number {
  if (code === 'unsupported_media_type' || code === 'validation_error') return 400;
  return code === 'evaluation_failed' ? 500 : ERROR_STATUS[code];
}

/** Codes that keep their own status and name on the Data API: all but one say nothing about the evaluation. */
const TRANSPORT_CODES: ReadonlySet<ErrorCode> = new Set([
  'expectation_failed',
  'headers_too_large',
  'invalid_request',
  'method_not_allowed',
  'not_found',
  'overloaded',
  'payload_too_large',
  'request_timeout',
  'scope_error',
  'shutting_down',
  'unsupported_media_type',
]);

/** Problem of the request itself, in the words of Open Policy Agent. */
const PARAMETER_CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'invalid_ruleset_path',
  'validation_error',
]);

/** Code and status of an error on the Data API (decisions of Open Policy Agent's Data API). */
export function dataError(error: ServiceError): { readonly status: number; readonly code: string } {
  if (TRANSPORT_CODES.has(error.code)) return { status: error.status, code: error.code };
  if (PARAMETER_CODES.has(error.code)) return { status: 400, code: 'invalid_parameter' };
  return { status: 500, code: 'internal_error' };
}

function dataErrorAnswer(error: ServiceError, headers: object): Answer {
  const { status, code } = dataError(error);
  return { status, body: JSON.stringify({ code, message: error.message }), ...headers, error };
}
