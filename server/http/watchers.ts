import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { livez } from '../endpoints/livez/route.ts';
import { metrics } from '../endpoints/metrics/route.ts';
import { readyz } from '../endpoints/readyz/route.ts';
import type { RouteCall } from '../endpoints/route.ts';
import type { Services } from '../services.ts';
import { NOBODY } from '../tokens/caller.ts';

const ROUTES = new Map([metrics, livez, readyz].map((route) => [route.path, route]));
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

export interface Watchers {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Metrics and probes on a port of their own, without a token; null when there is to be none. */
export async function listenForWatchers(services: Services): Promise<Watchers | null> {
  const { metrics: place } = services.configuration.access;
  if (place === null) return null;
  const server = createServer((request, response) => {
    const route = ROUTES.get((request.url ?? '').split('?')[0] ?? '');
    if (route === undefined || request.method !== 'GET') {
      response.writeHead(route === undefined ? 404 : 405).end();
      return;
    }
    void Promise.resolve(route.handle(NO_CALL, services)).then(({ status, body, headers }) => {
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
