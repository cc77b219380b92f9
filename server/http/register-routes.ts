import type { Server } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BoundRoute } from '../endpoints/route.ts';
import type { ServeRequest, ServeRoute } from './serve-route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table; null: another method of a known address. */
    readonly route?: BoundRoute | null;
    /** Reads the request's body and responds; only for a route. */
    readonly serve?: ServeRequest;
    /** Methods of the address. */
    readonly allow?: string;
  }
}

/**
 * Never reached: the hook before it handles every request, so that none pays for what a framework does to read a
 * body that routes read themselves.
 */
const UNREACHED = (_request: unknown, reply: FastifyReply): FastifyReply => reply;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers the rows of the table, and for every address the methods that it does not take. */
export function registerRoutes(
  app: FastifyInstance<Server>,
  routes: readonly BoundRoute[],
  serve: ServeRoute,
): void {
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const { method, url } = route;
    const taken = methods.get(url) ?? new Set();
    methods.set(url, taken.add(method));
    // HEAD on the Data API is refused, as its clients know it.
    const exposeHeadRoute = method === 'GET' && route.envelope !== 'data';
    if (exposeHeadRoute) taken.add('HEAD');
    const config = { route, serve: serve(route) };
    app.route({ method, url, exposeHeadRoute, config, handler: UNREACHED });
  }
  for (const [url, taken] of methods) {
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url,
      config: { route: null, allow: [...taken].sort().join(', ') },
      handler: UNREACHED,
    });
  }
}
