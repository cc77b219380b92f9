import { FerruleError, type RuntimeErrorCode } from '../runtime/engine/errors.ts';
import { errorDetail, errorField } from './error-detail.ts';
import { ServiceError, type ErrorCode } from './errors.ts';

/** Refusals of the service for errors of the engine. */
const CODES: Readonly<Record<RuntimeErrorCode, ErrorCode>> = {
  budget_amount: 'budget_amount',
  evaluation_failed: 'evaluation_failed',
  evaluation_limit: 'evaluation_limit',
  fleet_facts_exceeded: 'fleet_facts_exceeded',
  fleet_unavailable: 'fleet_unavailable',
  incompatible_module: 'invalid_ruleset',
  invalid_argument: 'validation_error',
  scope_error: 'scope_error',
  session_facts_exceeded: 'session_facts_exceeded',
  validation_error: 'validation_error',
};

/** The refusal of an error that a caller can cause; null for a defect. */
export function knownRefusal(error: unknown): ServiceError | null {
  if (error instanceof ServiceError || error instanceof FerruleError) return refusalOf(error);
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    return new ServiceError('evaluation_limit', 'the response exceeds the maximum text length');
  }
  return null;
}

/** The refusal of an error that was thrown on purpose. */
export function refusalOf(error: ServiceError | FerruleError): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError(CODES[error.code], errorDetail(error), errorField(error));
}
