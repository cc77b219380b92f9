import { maxHeaderSize, type Server } from 'node:http';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ErrorCode, ServiceError } from '../../library/errors.ts';
import { createConnections } from '../quotas/connections.ts';
import { errorAnswer, type Answer } from '../requests/answer.ts';
import { createServer } from './tls.ts';
import { splitDataUrl } from './data-url.ts';
import { withoutPrefix } from '../requests/prefix.ts';
import { clientError, frameworkError } from './http-errors.ts';
import { logRefusal } from './log-refusal.ts';
import { registerRoutes } from './register-routes.ts';
import { answerExpectations } from './expectations.ts';
import { createGate, type Authenticate } from './request-gate.ts';
import { echoedId, requestId } from '../requests/request-id.ts';
import type { BoundRoute } from '../endpoints/route.ts';
import type { RecordsCallers } from '../../evidence/audit.ts';
import type { TlsFiles } from '../settings/read-access.ts';
import { envelopeOf, serveRoute, write, type ServesRoutes } from './serve-route.ts';
import { NOBODY, TRIAL_CALLER } from '../tokens/caller.ts';

/** Parts of the service for the application, beside its routes. */
interface AppPort extends ServesRoutes, RecordsCallers {
  readonly configuration: ServesRoutes['configuration'] & {
    readonly compileTimeoutMs: number;
    readonly requestTimeoutMs: number;
    readonly maxConnections: number;
    readonly access: { readonly tls: TlsFiles | null };
  };
  readonly metrics: { readonly countError: (code: ErrorCode) => void };
}

interface AppOptions {
  readonly services: AppPort;
  readonly routes: readonly BoundRoute[];
  readonly authenticate: Authenticate;
  readonly log: Logger;
  /** True if connections are closed after their response. */
  readonly isClosing: () => boolean;
}

const CHECK_MS = 1_000;
/** Beyond the longest wait for an answer, a connection on which nothing moves is closed. */
const IDLE_MS = 15_000;
/** Longer than the idle time of the usual proxies, so that it is they who close a connection. */
const KEEP_ALIVE_MS = 72_000;
/** Refusals that the decision log records. */
const UNADMITTED: ReadonlySet<string | undefined> = new Set(['unauthorized', 'forbidden']);
/** No address is longer, because no header is: what a parameter names is the route's business, after the token. */
const LONGEST_PARAMETER = maxHeaderSize;

/** The HTTP application, without listening: routing, authentication, size caps. Nothing here parses a body. */
export function buildApp({
  services,
  routes,
  authenticate,
  log,
  isClosing,
}: AppOptions): FastifyInstance<Server> {
  const { compileTimeoutMs, requestTimeoutMs, maxConnections } = services.configuration;
  const connections = createConnections(maxConnections);
  const app = fastify<Server>({
    serverFactory: (handler) =>
      answerExpectations(
        createServer(
          services.configuration.access.tls,
          {
            keepAliveTimeout: KEEP_ALIVE_MS,
            requestTimeout: requestTimeoutMs,
            headersTimeout: requestTimeoutMs,
            connectionsCheckingInterval: Math.min(CHECK_MS, requestTimeoutMs),
            // Refused by the gate, with a body.
            requireHostHeader: false,
          },
          handler,
        ),
      ).setTimeout(compileTimeoutMs + requestTimeoutMs + IDLE_MS),
    genReqId: (raw) => requestId(raw.headers['x-request-id']),
    rewriteUrl: (raw) => {
      const url = withoutPrefix(raw.url ?? '/', services.prefix);
      return splitDataUrl(url)?.url ?? url;
    },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    return503OnClosing: false,
    clientErrorHandler: clientError,
    frameworkErrors: (error, request, reply) => {
      write(reply, errorAnswer(frameworkError(error), envelopeOf(request)));
    },
  });

  app.server.on('connection', connections.add).on('secureConnection', connections.secure);

  // Bodies are read by the routes themselves, within their own caps.
  app.removeAllContentTypeParsers();

  app.decorateRequest('caller');
  app.decorate('refused', (request: FastifyRequest, error: ServiceError): void => {
    if (request.caller === TRIAL_CALLER) return;
    services.metrics.countError(error.code);
    logRefusal(log, request, error);
  });
  const refuse = createGate(authenticate);
  const { audit } = services;
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    request.caller = NOBODY;
    reply.header('x-request-id', echoedId(request, config.route?.envelope));
    if (isClosing()) reply.header('connection', 'close');
    const refusal = refuse(request, config);
    const go = (found: Answer | null): void => {
      if (found === null) {
        // Requests that pass the gate have a route.
        config.serve!(request, reply);
        return;
      }
      if (UNADMITTED.has(found.error?.code) && audit !== null) {
        const actor = request.caller === NOBODY ? 'unknown' : request.caller.actor;
        const origin = audit.originOf(request.id, actor, request.headers['traceparent']);
        audit.refused(origin, config.url ?? null);
      }
      write(reply, found);
    };
    if (refusal instanceof Promise) refusal.then(go).catch(done);
    else go(refusal);
  });

  // The hook only writes a log line, so it is left out at log levels that drop the line.
  if (log.isLevelEnabled('info')) {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.caller === TRIAL_CALLER) return done();
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
  }

  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      const id = reply.getHeader('ferrule-decision-id');
      const hash = reply.getHeader('ferrule-ruleset-hash');
      if (id !== undefined)
        log.debug({ request_id: request.id, decision_id: id, ruleset_hash: hash }, 'decision');
      done();
    });
  }

  app.setErrorHandler((error, request, reply) => {
    const refusal = frameworkError(error);
    if (refusal.code === 'internal_error') {
      const problem = error instanceof Error ? error.stack : String(error);
      log.error({ request_id: request.id, problem }, 'request failed');
    }
    write(reply, errorAnswer(refusal, envelopeOf(request)));
  });

  registerRoutes(app, routes, serveRoute(services, connections));
  return app;
}
