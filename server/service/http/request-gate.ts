import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { Route } from '../routes/route.ts';
import { headerProblem } from './expectations.ts';
import { errorAnswer, type Answer, type ErrorEnvelope } from './answer.ts';
import { ServiceError } from '../../errors.ts';
import type { Caller } from '../../tokens/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token it has; that of nobody on endpoints that need none. */
    caller: Caller;
  }
}

/** Who sends a request; null: nobody who is known. */
export type Authenticate = (request: FastifyRequest, route: Route) => Caller | null | Promise<Caller | null>;

/**
 * Answers what a request is refused with before anything of its body is read, or null; a promise only when its token
 * must be verified with keys.
 */
export function createGate(
  authenticate: Authenticate,
): (request: FastifyRequest, config: FastifyContextConfig) => Answer | null | Promise<Answer | null> {
  return (request, { route = null, allow = '' }) => {
    const problem = headerProblem(request.raw);
    if (problem !== null) return errorAnswer(problem, 'plain');
    if (request.is404)
      return errorAnswer(new ServiceError('not_found', 'there is no such endpoint'), 'plain');
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
  if (caller === null) return unauthorized('a valid bearer token is required', envelope);
  request.caller = caller;
  if (access === 'open' || access === 'any' || caller.roles.has(access)) return null;
  return unauthorized(`the token lacks the role '${access}'`, envelope);
}

function unauthorized(detail: string, envelope: ErrorEnvelope): Answer {
  return errorAnswer(new ServiceError('unauthorized', detail), envelope);
}

function methodNotAllowed(allow: string): Answer {
  const error = new ServiceError('method_not_allowed', `this endpoint takes ${allow}`);
  return { ...errorAnswer(error, 'plain'), headers: { allow } };
}
