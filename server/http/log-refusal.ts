import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ServiceError } from '../../library/errors.ts';
import { logCause } from '../requests/log-cause.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Called for every refused request. */
    refused: (request: FastifyRequest, error: ServiceError) => void;
  }
}

/** Logs the cause of a refusal: see logCause. */
export function logRefusal(log: Logger, request: FastifyRequest, error: ServiceError): void {
  logCause(log, request.id, request.caller?.actor, error);
}
