import type { FastifyRequest } from 'fastify';
import { errorAnswer, type Answer } from './answer.ts';
import { createAuthenticator, type Tokens } from './authentication.ts';
import { ServiceError } from './errors.ts';

/** Answers what a request is refused with before anything of its body is read, or null. */
export function createGate(tokens: Tokens): (request: FastifyRequest) => Answer | null {
  const authenticate = createAuthenticator(tokens);
  return (request) => {
    if (request.is404)
      return errorAnswer(new ServiceError('not_found', 'there is no such endpoint'), 'plain');
    const { route = null, allow = '' } = request.routeOptions.config;
    if (route === null) return methodNotAllowed(allow);
    if (authenticate(request.headers.authorization, route.access)) return null;
    return errorAnswer(new ServiceError('unauthorized', 'a valid bearer token is required'), route.envelope);
  };
}

function methodNotAllowed(allow: string): Answer {
  const error = new ServiceError('method_not_allowed', `this endpoint takes ${allow}`);
  return { ...errorAnswer(error, 'plain'), headers: { allow } };
}
