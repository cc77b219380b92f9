import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HasChecks } from '../readiness.ts';
import { livez } from '../endpoints/livez/route.ts';
import { metrics, type WritesMetrics } from '../endpoints/metrics/route.ts';
import { readyz } from '../endpoints/readyz/route.ts';
import { bindRoute, type BoundRoute, type RouteCall } from '../endpoints/route.ts';
import { NOBODY } from '../tokens/caller.ts';

/** Parts of the service for the port of metrics. */
type WatchersPort = HasChecks &
  WritesMetrics & { readonly configuration: { readonly access: { readonly metrics: Place | null } } };

interface Place {
  readonly host: string;
  readonly port: number;
}

const NO_CALL: RouteCall = {
  caller: NOBODY,
  onLeave: () => undefined,
  body: Buffer.alloc(0),
  gzip: false,
  parameters: {},
  headers: {},
  method: 'GET',
  url: '',
  dataPath: '',
  query: '',
  origin: null,
};

interface Watchers {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Metrics and probes on a port of their own, without a token; null when there is to be none. */
export async function listenForWatchers(services: WatchersPort): Promise<Watchers | null> {
  const { metrics: place } = services.configuration.access;
  if (place === null) return null;
  const routes: readonly BoundRoute[] = [
    bindRoute(metrics, services),
    bindRoute(livez, services),
    bindRoute(readyz, services),
  ];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0];
    const route = routes.find((one) => one.path === path);
    if (route === undefined || request.method !== 'GET') {
      response.writeHead(route === undefined ? 404 : 405).end();
      return;
    }
    void Promise.resolve(route.handle(NO_CALL)).then(({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
