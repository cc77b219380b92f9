import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TRIAL_CALLER } from '../tokens/caller.ts';
import type { Pause } from '../evaluation/main/pause.ts';
import type { Authenticate } from './request-gate.ts';

const TOKEN_BYTES = 32;
const LOOPBACK = '127.0.0.1';

/** Sends requests to the service itself, so that V8 has compiled the code that handles requests. */
interface Trial {
  /** Knows the service's own requests, until they are over. */
  readonly authenticate: Authenticate;
  /** Evaluates each of these rulesets without facts, through the whole application, this many times. */
  readonly run: (
    app: FastifyInstance<Server>,
    rulesets: readonly string[],
    prefix: string,
    times: number,
  ) => Promise<void>;
  /** Stops. From here on the service's own requests are like those of strangers. */
  readonly end: () => void;
}

/**
 * @param others authenticator of all other callers
 * @param pause kept between requests; learns of those of others
 */
export function startTrial(others: Authenticate, pause: Pause): Trial {
  const authorization = `Bearer ${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const ending = new AbortController();
  const { signal } = ending;
  return {
    authenticate(request, route) {
      if (!signal.aborted && request.headers.authorization === authorization) return TRIAL_CALLER;
      pause.noteRequest();
      return others(request, route);
    },
    async run(app, rulesets, prefix, times) {
      await app.ready();
      const requests = rulesets.map((ruleset) => requestOf(ruleset, authorization, prefix));
      if (requests.length > 0 && !signal.aborted)
        await send(app, authorization, requests, times, signal, pause);
    },
    end: () => ending.abort(),
  };
}

function requestOf(ruleset: string, authorization: string, prefix: string): string {
  const body = JSON.stringify({ ruleset, facts: [] });
  return (
    `POST ${prefix}/v1/evaluate HTTP/1.1\r\nhost: ${LOOPBACK}\r\nauthorization: ${authorization}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/**
 * Over a connection, as the requests of others come: V8 compiles for the shapes of objects that it has met, and what
 * imitates a request has others. Other clients of the port get no response. Without a loopback nothing is tried.
 */
async function send(
  app: FastifyInstance<Server>,
  authorization: string,
  requests: readonly string[],
  times: number,
  signal: AbortSignal,
  pause: Pause,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.headers.authorization === authorization) app.routing(request, response);
    else response.destroy();
  }).listen(0, LOOPBACK);
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, LOOPBACK);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop);
    for (const request of requests) {
      for (let i = 0; i < times && !socket.destroyed && !signal.aborted; i++) {
        socket.write(request);
        // An answer comes in one piece; if not, the next request is sent a little early.
        await Promise.race([once(socket, 'data'), closed]);
        await pause.rest();
      }
    }
    signal.removeEventListener('abort', stop);
    socket.destroy();
  } catch {
    // Then the first requests of others are slower.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
