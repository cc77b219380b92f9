import type { Logger } from 'pino';
import type { ErrorCode, ServiceError } from '../../library/errors.ts';

const SERVER_ERROR = 500;

/** Their messages may quote values of facts or parts of a body, which must not reach a log. */
const QUOTING: ReadonlySet<ErrorCode> = new Set([
  'evaluation_failed',
  'invalid_json',
  'session_ruleset_mismatch',
  'validation_error',
]);

/** Logs the cause of a refusal: what the service is to blame for as a warning. */
export function logCause(
  log: Logger,
  requestId: string,
  actor: string | undefined,
  error: ServiceError,
): void {
  const { code, field, message, status } = error;
  const cause = {
    request_id: requestId,
    actor,
    status,
    error: code,
    ...(field === null ? {} : { field }),
    ...(QUOTING.has(code) ? {} : { detail: message }),
  };
  if (status >= SERVER_ERROR) log.warn(cause, 'request refused');
  else log.info(cause, 'request refused');
}
