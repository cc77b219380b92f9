import { randomUUID } from 'node:crypto';

/** What an identifier of a caller may look like: it goes into logs and into the answer's header. */
const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** The caller's `x-request-id` when it is acceptable, else a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTABLE.test(header) ? header : randomUUID();
}
