import { createServer, type Server } from 'node:http';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorAnswer, type Answer, type ErrorEnvelope } from './answer.ts';
import { createAuthenticator, type Tokens } from './authentication.ts';
import { readBody, releaseBody, type BodyBudget } from './body.ts';
import { clientError, frameworkError } from './http-errors.ts';
import { ServiceError } from './errors.ts';
import { checkMediaType, isGzip } from './media-type.ts';
import { requestId } from './request-id.ts';
import type { Route, RouteCall } from './routes/route.ts';
import type { Services } from './services.ts';
import { splitDataUrl } from './data-url.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table; null: another method of a known address. */
    readonly route?: Route | null;
    /** Methods of the address. */
    readonly allow?: string;
  }
}

export interface AppOptions {
  readonly services: Services;
  readonly routes: readonly Route[];
  readonly tokens: Tokens;
  readonly log: Logger;
  /** Whether connections are to be closed after their answer. */
  readonly isClosing: () => boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** How long the rest of a body that was refused may keep coming. */
const DISCARD_MS = 2_000;
const CHECK_MS = 1_000;
/** Beyond the longest wait for an answer, a connection on which nothing moves is closed. */
const IDLE_MS = 15_000;
/** Longer than the idle time of the usual proxies, so that it is they who close a connection. */
const KEEP_ALIVE_MS = 72_000;
const LONGEST_PARAMETER = 1_024;
const EMPTY = Buffer.alloc(0);

/** The HTTP application, without listening: routing, authentication, size caps. Nothing here parses a body. */
export function buildApp(options: AppOptions): FastifyInstance<Server> {
  const { services, routes, log, tokens, isClosing } = options;
  const { configuration } = services;
  const authenticate = createAuthenticator(tokens);
  const budget: BodyBudget = { most: configuration.maxQueueBytes, held: 0 };

  const app = fastify<Server>({
    serverFactory: (handler) =>
      createServer(
        {
          keepAliveTimeout: KEEP_ALIVE_MS,
          requestTimeout: configuration.requestTimeoutMs,
          headersTimeout: configuration.requestTimeoutMs,
          connectionsCheckingInterval: Math.min(CHECK_MS, configuration.requestTimeoutMs),
        },
        handler,
      ).setTimeout(configuration.compileTimeoutMs + configuration.requestTimeoutMs + IDLE_MS),
    genReqId: (raw) => requestId(raw.headers['x-request-id']),
    rewriteUrl: (raw) => splitDataUrl(raw.url ?? '/')?.url ?? raw.url ?? '/',
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    clientErrorHandler: clientError,
    frameworkErrors: (error, request, reply) => {
      void write(reply, errorAnswer(frameworkError(error), envelopeOf(request)));
    },
  });

  app.removeAllContentTypeParsers();
  // Bodies are read by the routes themselves, within their own caps.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (isClosing()) reply.header('connection', 'close');
    const refusal = refuse(request);
    if (refusal === null) done();
    else void write(reply, refusal);
  });

  app.addHook('onResponse', (request, reply, done) => {
    discardRest(request);
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
      },
      'request',
    );
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = frameworkError(error);
    if (refusal.code === 'internal_error') {
      log.error(
        { request_id: request.id, problem: error instanceof Error ? error.stack : String(error) },
        'request failed',
      );
    }
    return write(reply, errorAnswer(refusal, envelopeOf(request)));
  });

  /** What a request is refused for before anything of its body is read. */
  function refuse(request: FastifyRequest): Answer | null {
    if (request.is404)
      return errorAnswer(new ServiceError('not_found', 'there is no such endpoint'), 'plain');
    const { route = null, allow = '' } = request.routeOptions.config;
    if (route === null) {
      const refused = errorAnswer(
        new ServiceError('method_not_allowed', `only ${allow} is allowed here`),
        'plain',
      );
      return { ...refused, headers: { allow } };
    }
    if (authenticate(request.headers.authorization, route.access)) return null;
    return errorAnswer(new ServiceError('unauthorized', 'a valid bearer token is required'), route.envelope);
  }

  async function serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let body: Buffer = EMPTY;
    try {
      if (route.body === 'json') checkMediaType(request.headers['content-type']);
      const gzip = route.body !== 'none' && isGzip(request.headers['content-encoding']);
      if (route.body !== 'none') {
        const cap = route.cap === 'reload' ? configuration.maxReloadBytes : configuration.maxBodyBytes;
        body = await readBody(request.raw, cap, budget);
      }
      const answer = await route.handle(callOf(request, body, gzip), services);
      return await write(reply, answer);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return await write(reply, errorAnswer(error, route.envelope));
    } finally {
      releaseBody(body, budget);
    }
  }

  for (const [url, mine] of groupByUrl(routes)) {
    const methods = new Set<string>(mine.map(({ method }) => method));
    for (const route of mine) {
      const exposeHeadRoute = route.method === 'GET' && route.envelope !== 'data';
      if (exposeHeadRoute) methods.add('HEAD');
      app.route({
        method: route.method,
        url,
        exposeHeadRoute,
        config: { route, allow: '' },
        handler: (request, reply) => serve(route, request, reply),
      });
    }
    const allow = [...methods].sort().join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      config: { route: null, allow },
      // Never reached: the hook has answered.
      handler: (_request, reply) => reply,
    });
  }
  return app;
}

function groupByUrl(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.url, [...(groups.get(route.url) ?? []), route]);
  return groups;
}

function envelopeOf(request: FastifyRequest): ErrorEnvelope {
  return request.routeOptions.config?.route?.envelope ?? 'plain';
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

function write(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** A body that was answered before it was read whole is thrown away for a while, then its connection is closed. */
function discardRest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), DISCARD_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}
