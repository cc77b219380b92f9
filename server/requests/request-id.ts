import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ErrorEnvelope } from './answer.ts';

/** Valid identifiers of callers: they go into logs and the response's header. */
const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** The caller's `x-request-id` when it is acceptable, else a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && ACCEPTABLE.test(header) ? header : randomUUID();
}

/** The identifier as the answer says it. AuthZEN wants the caller's own, whatever it looks like; logs keep to theirs. */
export function echoedId({ id, headers }: FastifyRequest, envelope: ErrorEnvelope | undefined): string {
  const given = headers['x-request-id'];
  return envelope === 'authzen' && typeof given === 'string' && given !== '' ? given : id;
}
