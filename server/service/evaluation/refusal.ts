import { FerruleError, type RuntimeErrorCode } from '../../../runtime/errors.ts';
import { errorDetail, errorField } from '../../library/error-detail.ts';
import { ServiceError, type ErrorCode } from '../../errors.ts';

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

/** The refusal of an error that somebody may cause; null: a defect. */
export function knownRefusal(error: unknown): ServiceError | null {
  if (error instanceof ServiceError || error instanceof FerruleError) return refusalOf(error);
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    return new ServiceError('evaluation_limit', 'the answer is longer than any text can be');
  }
  return null;
}

/** The refusal that an error thrown on purpose stands for. */
export function refusalOf(error: ServiceError | FerruleError): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError(CODES[error.code], errorDetail(error), errorField(error));
}
