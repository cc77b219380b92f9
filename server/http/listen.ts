import type { Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Configuration } from '../settings/configuration.ts';
import type { Front, OpenFront } from './front.ts';
import { rereadTls } from './tls.ts';

/**
 * When the service is to close, connections that were made but not taken in yet are still taken in for so long; then
 * those that are idle may for as long again bring a request that was on its way.
 */
const LINGER_MS = 100;

/** A socket of the service's own, at the host and port of its configuration. */
export const LISTENING: Front = { prefix: '', authenticate: null, open: listen };

async function listen(
  app: FastifyInstance<Server>,
  { host, port: wanted, access, shutdownMs }: Configuration,
  log: Logger,
): Promise<OpenFront> {
  let pending = 0;
  app.server.on('request', (_request, response) => {
    pending++;
    response.on('close', () => pending--);
  });
  await app.listen({ host, port: wanted });
  const { address, port, family } = app.server.address() as AddressInfo;
  const scheme = access.tls === null ? 'http' : 'https';
  const linger = Math.min(LINGER_MS, shutdownMs);
  return {
    url: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    pending: () => pending,
    async stop() {
      await sleep(linger);
      // Only the listening ends here: http's own close would cut idle connections, and requests on their way on them.
      NetServer.prototype.close.call(app.server);
      await sleep(linger);
    },
    reread: () => rereadTls(app.server, access.tls, log),
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
