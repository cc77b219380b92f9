import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { Route } from '../endpoints/route.ts';
import { headerProblem } from './expectations.ts';
import { errorAnswer, type Answer } from '../requests/answer.ts';
import { ServiceError } from '../../library/errors.ts';
import type { Caller } from '../tokens/caller.ts';
import { lackingRole } from '../tokens/lacking-role.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of its token; the anonymous caller on endpoints without authentication. */
    caller: Caller;
  }
}

/** Sender of a request; null if unknown. */
export type Authenticate = (request: FastifyRequest, route: Route) => Caller | null | Promise<Caller | null>;

/**
 * Returns the refusal of a request before its body is read, or null; a promise only if its token
 * must be verified with keys.
 */
export function createGate(
  authenticate: Authenticate,
): (request: FastifyRequest, config: FastifyContextConfig) => Answer | null | Promise<Answer | null> {
  return (request, { route = null, allow = '' }) => {
    const problem = headerProblem(request.raw);
    if (problem !== null) return errorAnswer(problem, 'plain');
    if (request.is404) return errorAnswer(new ServiceError('not_found', 'no such endpoint'), 'plain');
    if (route === null) return methodNotAllowed(allow);
    if (route.access === 'open') return null;
    const caller = authenticate(request, route);
    return caller instanceof Promise
      ? caller.then((found) => admit(request, route, found))
      : admit(request, route, caller);
  };
}

/** The token of a request, where its route expects it. */
export function tokenOf({ headers }: FastifyRequest, { tokenHeader }: Route): string | undefined {
  const given = tokenHeader === undefined ? undefined : headers[tokenHeader];
  return given === undefined ? headers.authorization : String(given);
}

function admit(request: FastifyRequest, { access, envelope }: Route, caller: Caller | null): Answer | null {
  if (caller === null)
    return errorAnswer(new ServiceError('unauthorized', 'a valid bearer token is required'), envelope);
  request.caller = caller;
  const refusal = access === 'open' || access === 'any' ? null : lackingRole(caller, access);
  return refusal === null ? null : errorAnswer(refusal, envelope);
}

function methodNotAllowed(allow: string): Answer {
  const error = new ServiceError('method_not_allowed', `this endpoint takes ${allow}`);
  return { ...errorAnswer(error, 'plain'), headers: { allow } };
}
