import * as z from 'zod';
import { ServiceError } from '../../../library/errors.ts';

/** A key that a client makes for one decision: printable ASCII. */
export const IdempotencyKey = z
  .string()
  .regex(/^[ -~]{1,200}$/, 'must be 1 to 200 characters of printable ASCII');

/** The key of a request, from its body or its header. Throws ServiceError for none, for two, and for one that is invalid. */
export function idempotencyKey(
  inBody: string | null,
  header: string | readonly string[] | undefined,
): string {
  const inHeader = typeof header === 'string' ? header : (header?.[0] ?? null);
  if (inBody !== null && inHeader !== null && inBody !== inHeader)
    throw refusal('the header and the body have different keys');
  const key = inBody ?? inHeader;
  if (key === null) throw refusal('field required');
  if (!IdempotencyKey.safeParse(key).success) throw refusal('must be 1 to 200 characters of printable ASCII');
  return key;
}

const refusal = (problem: string): ServiceError =>
  new ServiceError('validation_error', `idempotency_key: ${problem}`, 'idempotency_key');
