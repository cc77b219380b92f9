import { ServiceError } from '../../library/errors.ts';

/** A key that a client makes for one attempt: printable ASCII. */
export const IDEMPOTENCY_KEY = /^[ -~]{1,200}$/;
export const KEY_PROBLEM = 'must be 1 to 200 characters of printable ASCII';

export const keyRefusal = (problem: string): ServiceError =>
  new ServiceError('validation_error', `idempotency_key: ${problem}`, 'idempotency_key');
