import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** What an identifier of a caller may look like: it goes into logs and into the answer's header. */
const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** The caller's `x-request-id` when it is acceptable, else a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTABLE.test(header) ? header : randomUUID();
}

/** The identifier as the answer says it. AuthZEN wants the caller's own, whatever it looks like; logs keep to theirs. */
export function echoedId({ id, headers, routeOptions }: FastifyRequest): string {
  const given = headers['x-request-id'];
  const isAuthzen = routeOptions.config?.route?.envelope === 'authzen';
  return isAuthzen && typeof given === 'string' && given !== '' ? given : id;
}
