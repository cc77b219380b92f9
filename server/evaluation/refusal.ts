import type { FerruleError } from '../../runtime/errors.ts';
import { EvaluationError, type RuntimeErrorCode } from '../../runtime/errors.ts';
import { ServiceError, type ErrorCode } from '../errors.ts';

/** What the service answers for the errors of the engine. */
const CODES: Readonly<Record<RuntimeErrorCode, ErrorCode>> = {
  evaluation_failed: 'evaluation_failed',
  evaluation_limit: 'evaluation_limit',
  fleet_unavailable: 'fleet_unavailable',
  incompatible_module: 'invalid_ruleset',
  invalid_argument: 'validation_error',
  scope_error: 'scope_error',
  session_facts_exceeded: 'session_facts_exceeded',
  validation_error: 'validation_error',
};

/** The refusal that an error thrown on purpose stands for. */
export function refusalOf(error: ServiceError | FerruleError): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError(CODES[error.code], detailOf(error), error.field);
}

/** Names the rule that raised the error. */
function detailOf(error: FerruleError): string {
  if (!(error instanceof EvaluationError) || error.rule === null) return error.message;
  const position = error.position === null ? '' : ` (${error.position})`;
  return `rule ${error.rule}${position}: ${error.message}`;
}
