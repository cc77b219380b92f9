import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, type Answer, type ErrorEnvelope } from './answer.ts';
import { readBody, releaseBody, type BodyBudget } from './body.ts';
import { invite } from './expectations.ts';
import { splitDataUrl } from './data-url.ts';
import { withoutPrefix } from './prefix.ts';
import { ServiceError } from '../../errors.ts';
import { checkMediaType, isGzip } from './media-type.ts';
import type { Route, RouteCall } from '../routes/route.ts';
import type { Services } from '../services.ts';

/** Answers a request that nothing speaks against so far. */
export type ServeRequest = (request: FastifyRequest, reply: FastifyReply) => void;
export type ServeRoute = (route: Route) => ServeRequest;

/** How long the rest of a body that was refused may keep coming. */
const DISCARD_MS = 2_000;
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Serves routes: reads the body within its cap, has the route handle it, writes the answer or the refusal. Up to the
 * route with callbacks, because every promise on the way shows in what this thread spends on a request.
 */
export function serveRoute(services: Services): ServeRoute {
  const { maxBodyBytes, maxReloadBytes, maxQueueBytes } = services.configuration;
  const budget: BodyBudget = { most: maxQueueBytes, held: 0 };
  return (route) => {
    const { body: kind, envelope } = route;
    const handle = services.tracing === null ? route.handle : services.tracing(route);
    const maxBytes = route.cap === 'reload' ? maxReloadBytes : maxBodyBytes;

    async function serve(request: FastifyRequest, reply: FastifyReply, body: Buffer, gzip: boolean) {
      try {
        const call = callOf(request, body, gzip, services, (left) => onLeave(reply, left));
        write(reply, await handle(call, services));
      } catch (error) {
        refuse(reply, error, envelope);
      } finally {
        releaseBody(body, budget);
      }
    }

    return (request, reply) => {
      try {
        if (kind === 'none') {
          void serve(request, reply, EMPTY, false);
          return;
        }
        if (kind === 'json') checkMediaType(request.headers['content-type']);
        const gzip = isGzip(request.headers['content-encoding']);
        readBody(request.raw, maxBytes, budget, {
          onStart: () => invite(request.raw, reply.raw),
          onBody: (body) => void serve(request, reply, body, gzip),
          onRefusal: (refusal) => refuse(reply, refusal, envelope),
        });
      } catch (error) {
        refuse(reply, error, envelope);
      }
    };
  };
}

/** What nobody refuses on purpose goes to the error handler. */
function refuse(reply: FastifyReply, error: unknown, envelope: ErrorEnvelope): void {
  if (error instanceof ServiceError) write(reply, errorAnswer(error, envelope));
  else reply.send(error);
}

function onLeave({ raw }: FastifyReply, left: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished) left();
  });
}

function callOf(
  request: FastifyRequest,
  body: Buffer,
  gzip: boolean,
  { audit, prefix }: Services,
  onLeave: RouteCall['onLeave'],
): RouteCall {
  const url = request.originalUrl;
  const mark = url.indexOf('?');
  return {
    caller: request.caller,
    onLeave,
    body,
    gzip,
    parameters: request.params as Readonly<Record<string, string>>,
    headers: request.headers,
    method: request.method,
    url,
    dataPath: splitDataUrl(withoutPrefix(url, prefix))?.path ?? '',
    query: mark === -1 ? '' : url.slice(mark + 1),
    origin:
      audit === null
        ? null
        : audit.originOf(request.id, request.caller.actor, request.headers['traceparent']),
  };
}

/** Writes an answer, whether or not the body of the request has come. */
export function write(reply: FastifyReply, { status, body, headers, error }: Answer): void {
  const { raw } = reply.request;
  if (!raw.complete) reply.raw.once('finish', () => discardRest(raw));
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  if (headers !== undefined) reply.headers(headers);
  if (error !== undefined) reply.server.refused(reply.request, error);
  reply.send(body);
}

/** The envelope in which errors of a request are written. */
export function envelopeOf(request: FastifyRequest): ErrorEnvelope {
  return request.routeOptions.config?.route?.envelope ?? 'plain';
}

/** A body that was answered before it was read whole is thrown away for a while, then its connection is closed. */
function discardRest(raw: IncomingMessage): void {
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
