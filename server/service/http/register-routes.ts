import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../routes/route.ts';
import type { ServeRoute } from './serve-route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table; null: another method of a known address. */
    readonly route?: Route | null;
    /** Methods of the address. */
    readonly allow?: string;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers the rows of the table, and for every address the methods that it does not take. */
export function registerRoutes(
  app: FastifyInstance<Server>,
  routes: readonly Route[],
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
    const handler = serve(route);
    app.route({ method, url, exposeHeadRoute, config: { route }, handler });
  }
  for (const [url, taken] of methods) {
    app.route({
      method: METHODS.filter((method) => !taken.has(method)),
      url,
      config: { route: null, allow: [...taken].sort().join(', ') },
      // Never reached: the gate has answered.
      handler: (_request, reply) => reply,
    });
  }
}
