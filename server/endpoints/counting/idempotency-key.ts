import * as z from 'zod';
import { IDEMPOTENCY_KEY, KEY_PROBLEM, keyRefusal } from '../../../store/budgets/idempotency-key.ts';

/** A key that a client makes for one decision: printable ASCII. */
export const IdempotencyKey = z.string().regex(IDEMPOTENCY_KEY, KEY_PROBLEM);

/** The key of a request, from its body or its header. Throws ServiceError for none, for two, and for one that is invalid. */
export function idempotencyKey(
  inBody: string | null,
  header: string | readonly string[] | undefined,
): string {
  const inHeader = typeof header === 'string' ? header : (header?.[0] ?? null);
  if (inBody !== null && inHeader !== null && inBody !== inHeader)
    throw keyRefusal('the header and the body have different keys');
  const key = inBody ?? inHeader;
  if (key === null) throw keyRefusal('field required');
  if (!IdempotencyKey.safeParse(key).success) throw keyRefusal(KEY_PROBLEM);
  return key;
}
