import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { Logger } from 'pino';
import { readTlsFiles, type TlsFiles } from '../settings/read-access.ts';
import { problemOf } from '../tokens/watched-file.ts';

type Handler = Parameters<typeof createHttpServer>[1];

/** An HTTP server, or an HTTPS server with these files; with authorities a client without a certificate is refused. */
export function createServer(tls: TlsFiles | null, options: ServerOptions, handler: Handler): Server {
  if (tls === null) return createHttpServer(options, handler);
  const secure = { ...options, ...readTlsFiles(tls), minVersion: 'TLSv1.2' as const };
  const mutual = tls.clientCa === null ? {} : { requestCert: true, rejectUnauthorized: true };
  return createHttpsServer({ ...secure, ...mutual }, handler) as unknown as Server;
}

/** New connections use the files as they are now; those that cannot be read leave the old in force. */
export function rereadTls(server: Server, tls: TlsFiles | null, log: Logger): void {
  if (tls === null) return;
  try {
    (server as unknown as HttpsServer).setSecureContext(readTlsFiles(tls));
    log.info('certificates reloaded');
  } catch (error) {
    log.error({ problem: problemOf(error) }, 'cannot read certificates: keeping the previous ones');
  }
}
