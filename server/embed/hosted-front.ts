import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Front } from '../http/front.ts';
import type { EmbedOptions } from './options.ts';

/**
 * Takes every request beneath the prefix of a plugin of the host. It goes on as it came: the service has an application
 * of its own for it, so that neither parsers nor decorators of the host change what it reads.
 */
export function hostedFront(host: FastifyInstance, authenticate: EmbedOptions['authenticate']): Front {
  const prefix = host.prefix.replace(/\/$/, '');
  /** The host's request for each that was handed on. */
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  return {
    prefix,
    authenticate:
      authenticate === undefined
        ? null
        : ({ raw }) => {
            const request = requests.get(raw);
            return request === undefined ? null : authenticate(request);
          },
    async open(app) {
      await app.ready();
      let pending = 0;
      host.removeAllContentTypeParsers();
      host.addContentTypeParser('*', (_request, _payload, done) => done(null));
      host.all('/*', (request, reply) => {
        reply.hijack();
        pending++;
        reply.raw.once('close', () => pending--);
        requests.set(request.raw, request);
        app.routing(request.raw, reply.raw);
      });
      return {
        url: prefix,
        pending: () => pending,
        // A host that closes takes none.
        stop: () => Promise.resolve(),
        reread: () => undefined,
        close: () => app.close(),
      };
    },
  };
}
