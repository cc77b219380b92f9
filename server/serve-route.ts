import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, type Answer, type ErrorEnvelope } from './answer.ts';
import { readBody, releaseBody, type BodyBudget } from './body.ts';
import { splitDataUrl } from './data-url.ts';
import { ServiceError } from './errors.ts';
import { checkMediaType, isGzip } from './media-type.ts';
import type { Route, RouteCall } from './routes/route.ts';
import type { Services } from './services.ts';

/** The handler of a route for the HTTP framework. */
export type ServeRoute = (
  route: Route,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** How long the rest of a body that was refused may keep coming. */
const DISCARD_MS = 2_000;
const EMPTY: Buffer = Buffer.alloc(0);

/** Serves routes: reads the body within its cap, has the route handle it, writes the answer or the refusal. */
export function serveRoute(services: Services): ServeRoute {
  const { maxBodyBytes, maxReloadBytes, maxQueueBytes } = services.configuration;
  const budget: BodyBudget = { most: maxQueueBytes, held: 0 };
  return (route) => async (request, reply) => {
    const { body: kind, cap, envelope } = route;
    let body = EMPTY;
    try {
      if (kind === 'json') checkMediaType(request.headers['content-type']);
      const gzip = kind !== 'none' && isGzip(request.headers['content-encoding']);
      if (kind !== 'none') {
        body = await readBody(request.raw, cap === 'reload' ? maxReloadBytes : maxBodyBytes, budget);
      }
      return write(reply, await route.handle(callOf(request, body, gzip), services));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return write(reply, errorAnswer(error, envelope));
    } finally {
      releaseBody(body, budget);
    }
  };
}

function callOf(request: FastifyRequest, body: Buffer, gzip: boolean): RouteCall {
  const url = request.originalUrl;
  const mark = url.indexOf('?');
  return {
    body,
    gzip,
    parameters: request.params as Readonly<Record<string, string>>,
    headers: request.headers,
    dataPath: splitDataUrl(url)?.path ?? '',
    query: mark === -1 ? '' : url.slice(mark + 1),
  };
}

/** Writes an answer. */
export function write(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** The envelope in which errors of a request are written. */
export function envelopeOf(request: FastifyRequest): ErrorEnvelope {
  return request.routeOptions.config?.route?.envelope ?? 'plain';
}

/** A body that was answered before it was read whole is thrown away for a while, then its connection is closed. */
export function discardRest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), DISCARD_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
