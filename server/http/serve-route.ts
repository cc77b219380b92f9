import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, type Answer, type ErrorEnvelope } from '../requests/answer.ts';
import { readBody } from './body.ts';
import { invite } from './expectations.ts';
import { splitDataUrl } from './data-url.ts';
import { withoutPrefix, type KnowsPrefix } from '../requests/prefix.ts';
import { ServiceError } from '../../library/errors.ts';
import type { Connections } from '../quotas/connections.ts';
import { RequestHold } from '../quotas/request-hold.ts';
import { checkMediaType, isGzip } from './media-type.ts';
import type { RecordsCallers } from '../../evidence/audit.ts';
import type { HasQuotas } from '../quotas/quotas.ts';
import type { TraceRoute } from '../tracing/tracing.ts';
import { capBytes, type LimitsBodies } from '../requests/body-cap.ts';
import type { BoundRoute, RouteCall } from '../endpoints/route.ts';

/** Parts of the service for serving a route. */
export interface ServesRoutes extends LimitsBodies, HasQuotas, RecordsCallers, KnowsPrefix {
  /** `null` if spans are not collected. */
  readonly tracing: TraceRoute | null;
}

/** Handles a request that passed authentication and limits. */
export type ServeRequest = (request: FastifyRequest, reply: FastifyReply) => void;
export type ServeRoute = (route: BoundRoute) => ServeRequest;

/** Time limit for the rest of a refused body to arrive. */
const DISCARD_MS = 2_000;
/** A response that is larger counts as held until the client has read it. */
const LARGE_RESPONSE = 65_536;
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Serves routes: reads the body within its cap, has the route handle it, writes the answer or the refusal. Up to the
 * route with callbacks, because every promise on the way shows in what this thread spends on a request.
 */
export function serveRoute(services: ServesRoutes, connections: Connections): ServeRoute {
  const { configuration } = services;
  return (route) => {
    const { body: kind, envelope } = route;
    const handle = services.tracing === null ? route.handle : services.tracing(route);
    const maxBytes = capBytes(route.cap, configuration);

    async function serve(
      request: FastifyRequest,
      reply: FastifyReply,
      body: Buffer,
      gzip: boolean,
      hold: RequestHold | null,
    ) {
      let isRead = true;
      try {
        const call = callOf(request, body, gzip, services, (left) => onLeave(reply, left));
        const answered = await handle(call);
        if (hold !== null && answered.body.length > LARGE_RESPONSE && !reply.raw.destroyed) {
          isRead = false;
          hold.forceBytes(answered.body.length);
          reply.raw.once('close', () => hold.end());
        }
        write(reply, answered);
      } catch (error) {
        refuse(reply, error, envelope);
      } finally {
        if (isRead) hold?.end();
      }
    }

    return (request, reply) => {
      const { actor } = request.caller;
      // Without a valid token, no body is read and no request waits.
      const begun =
        actor === '' ? null : RequestHold.begin(services.quotas, actor, connections.of(request.raw.socket));
      if (begun instanceof ServiceError) {
        refuse(reply, begun, envelope);
        return;
      }
      try {
        if (kind === 'none') {
          void serve(request, reply, EMPTY, false, begun);
          return;
        }
        if (kind === 'json') checkMediaType(request.headers['content-type']);
        const gzip = isGzip(request.headers['content-encoding']);
        readBody(request.raw, maxBytes, begun, {
          onStart: () => invite(request.raw, reply.raw),
          onBody: (body) => void serve(request, reply, body, gzip, begun),
          onRefusal: (refusal) => {
            begun?.end();
            refuse(reply, refusal, envelope);
          },
        });
      } catch (error) {
        begun?.end();
        refuse(reply, error, envelope);
      }
    };
  };
}

/** Unexpected errors go to the error handler. */
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
  { audit, prefix }: RecordsCallers & KnowsPrefix,
  onLeave: RouteCall['onLeave'],
): RouteCall {
  const url = withoutPrefix(request.originalUrl, prefix);
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
    dataPath: splitDataUrl(url)?.path ?? '',
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

/** After an early response the rest of the body is discarded for a while, then the connection is closed. */
function discardRest(raw: IncomingMessage): void {
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
