/** Clients of revision 2026-07-28, which has no sessions: all of them are one session, and have one connection. */
import { randomUUID } from 'node:crypto';
import type { InboundModernRoute } from '@modelcontextprotocol/server';
import { hideNumbers, showNumbers } from './exact-http.ts';
import { createExchanges, type Exchanges } from './exchanges.ts';
import { errorMessage, METHOD_NOT_FOUND, type Message, type Request as Asked, type Wire } from './message.ts';
import { HEADER_MISMATCH, headerProblem } from './required-headers.ts';

interface StatelessFrontOptions {
  readonly open: (client: Wire, session: string) => Promise<{ readonly closed: Promise<void> }>;
}

interface StatelessFront {
  /** Handles a message that claims this revision, or a later one. */
  readonly serve: (route: InboundModernRoute, request: Request) => Promise<Response>;
  /** Ends the session if it is unused since then, in milliseconds since the epoch. */
  readonly sweep: (since: number) => void;
  readonly close: () => Promise<void>;
}

const REVISION = '2026-07-28';
const UNSUPPORTED_VERSION = -32022;
/** Codes of errors that the status also reports. */
const STATUS: ReadonlyMap<number, number> = new Map([
  [METHOD_NOT_FOUND, 404],
  [HEADER_MISMATCH, 400],
]);

export function createStatelessFront({ open }: StatelessFrontOptions): StatelessFront {
  let opening: Promise<Exchanges> | null = null;
  let current: Exchanges | null = null;
  let lastUsed = 0;

  const begin = async (): Promise<Exchanges> => {
    const exchanges = createExchanges();
    const { closed } = await open(exchanges.wire, randomUUID());
    current = exchanges;
    void closed.then(() => {
      if (current !== exchanges) return;
      current = null;
      opening = null;
    });
    return exchanges;
  };
  const connected = (): Promise<Exchanges> => {
    opening ??= begin().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  return {
    async serve(route, request) {
      if (route.messageKind === 'notification') return new Response(null, { status: 202 });
      const message = route.message as Asked;
      const { revision } = route.classification;
      if (revision !== REVISION) {
        const data = { supported: [REVISION], requested: revision ?? 'unknown' };
        return told(400, errorMessage(message.id, UNSUPPORTED_VERSION, 'unsupported protocol version', data));
      }
      const problem = headerProblem(message, request.headers);
      if (problem !== null) return told(400, errorMessage(message.id, HEADER_MISMATCH, problem));
      lastUsed = Date.now();
      const exchanges = await connected();
      const { PerRequestHTTPServerTransport } = await import('@modelcontextprotocol/server');
      const transport = new PerRequestHTTPServerTransport({ classification: route.classification });
      let code: number | undefined;
      const entered = exchanges.enter(
        {
          headers: request.headers,
          send: (answer: Message, options) => {
            code = answer.error?.code;
            return transport.send(hideNumbers(answer) as never, options);
          },
          close: () => transport.close(),
        },
        showNumbers(message) as Asked,
      );
      transport.onmessage = () => exchanges.wire.onmessage?.(entered);
      transport.onclose = () => {
        lastUsed = Date.now();
        exchanges.leave(entered.id);
      };
      await transport.start();
      const answer = await transport.handleMessage(route.message, { request });
      // Clients that only read the status see it, too.
      const status = STATUS.get(code ?? 0);
      if (status === undefined) return answer;
      return new Response(answer.body, { status, headers: answer.headers });
    },
    sweep(since) {
      if (current !== null && current.size() === 0 && lastUsed < since) void current.wire.close();
    },
    async close() {
      await current?.wire.close();
    },
  };
}

function told(status: number, message: Message): Response {
  return Response.json(message, { status });
}
