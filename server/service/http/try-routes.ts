import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { TRIAL_CALLER } from '../../tokens/caller.ts';
import type { Authenticate } from './request-gate.ts';

const TOKEN_BYTES = 32;
/** Enough for V8 to have met each function on the way of a request. */
const REQUESTS = 50;
const LOOPBACK = '127.0.0.1';

/** The way by which the service sends itself requests before it takes those of others. */
export interface Trial {
  /** Knows the service's own requests, until they are over. */
  readonly authenticate: Authenticate;
  /** Evaluates each of these rulesets without facts, through the whole application. */
  readonly run: (app: FastifyInstance<Server>, rulesets: readonly string[], prefix: string) => Promise<void>;
}

/** @param others who is asked about everybody else */
export function startTrial(others: Authenticate): Trial {
  const authorization = `Bearer ${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  let isTrying = true;
  return {
    authenticate: (request, route) =>
      isTrying && request.headers.authorization === authorization ? TRIAL_CALLER : others(request, route),
    async run(app, rulesets, prefix) {
      await app.ready();
      const requests = rulesets.map((ruleset) => requestOf(ruleset, authorization, prefix));
      if (requests.length > 0) await send(app, authorization, requests);
      isTrying = false;
    },
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
 * imitates a request has others. Whoever else finds the port is not answered. Without a loopback nothing is tried.
 */
async function send(
  app: FastifyInstance<Server>,
  authorization: string,
  requests: readonly string[],
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
    for (const request of requests) {
      for (let i = 0; i < REQUESTS && !socket.destroyed; i++) {
        socket.write(request);
        // An answer comes in one piece; if not, the next request is sent a little early.
        await Promise.race([once(socket, 'data'), closed]);
      }
    }
    socket.destroy();
  } catch {
    // Then the first requests of others are slower.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
