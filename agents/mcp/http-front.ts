/**
 * Streamable HTTP before the proxy, all under one token: a session for each client that begins with `initialize`, and one
 * for all that have none.
 */
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../library/errors.ts';
import { openHttpDoor, refuse, refuseOver, type DoorAddress, type HttpDoor } from './http-door.ts';
import type { DoorQuotas } from './door-quotas.ts';
import { httpWire } from './http-wire.ts';
import { hideNumbers, showInText, withLines } from './exact-http.ts';
import { isRecord } from '../../library/is-record.ts';
import { readMessage, unreadableAnswer, type ReadMessage } from './read-message.ts';
import type { Wire } from './message.ts';
import { createStatelessFront } from './stateless-front.ts';

export interface HttpFrontOptions extends DoorAddress {
  readonly quotas: DoorQuotas;
  /** Starts the relay of a new session; `closed` says when it has ended. */
  readonly open: (client: Wire, session: string) => Promise<{ readonly closed: Promise<void> }>;
  readonly tell: (line: string) => void;
}

/** Servers that start at once. */
const MOST_OPENING = 4;
const IDLE_MS = 30 * 60 * 1_000;
const SWEEP_MS = 60_000;

interface Session {
  readonly handle: (request: Request, parsedBody: unknown) => Promise<Response>;
  readonly close: () => Promise<void>;
  lastUsed: number;
}

/** Starts the front. Every session holds one of the processes that the token may have. */
export async function startHttpFront(given: HttpFrontOptions): Promise<HttpDoor> {
  const options = { ...given, open: held(given) };
  const { classifyInboundRequest, isJsonContentType, WebStandardStreamableHTTPServerTransport } =
    await import('@modelcontextprotocol/server');
  const stateless = createStatelessFront(options);
  const sessions = new Map<string, Session>();
  /** Sessions whose server is starting. */
  let opening = 0;

  /** Response to a message without a session; null if it has a session, or an unknown one. */
  const serveStateless = (request: Request, body: unknown): Promise<Response> | Response | null => {
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...headersSaid(request.headers),
    });
    if (outcome.kind === 'legacy') return null;
    if (!isJsonContentType(request.headers.get('content-type')))
      return refuse(415, 'the content type must be application/json');
    if (outcome.kind === 'modern') return stateless.serve(outcome, request);
    const { httpStatus: status, code, message, data } = outcome;
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    const id = isRecord(body) && typeof body['method'] === 'string' ? (body['id'] ?? null) : null;
    return Response.json({ jsonrpc: '2.0', id, error }, { status });
  };

  const begin = async (request: Request, parsedBody: unknown): Promise<Response> => {
    // Nothing is started for a message that cannot begin a session.
    if (!isRecord(parsedBody) || parsedBody['method'] !== 'initialize')
      return refuse(400, 'a session is needed');
    if (opening >= MOST_OPENING) return refuse(503, 'too many sessions are starting', { 'retry-after': '1' });
    opening++;
    return open(request, parsedBody).finally(() => opening--);
  };

  const open = async (request: Request, parsedBody: unknown): Promise<Response> => {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const { closed } = await options.open(httpWire(transport), id);
    const answer = await transport.handleRequest(request, { parsedBody });
    // Only a request that began a session has made one.
    if (transport.sessionId === undefined) {
      await transport.close();
      return answer;
    }
    sessions.set(id, {
      handle: (next, body) => transport.handleRequest(next, body === undefined ? {} : { parsedBody: body }),
      close: () => transport.close(),
      lastUsed: Date.now(),
    });
    void closed.then(() => sessions.delete(id));
    return answer;
  };

  const answer = async (request: Request, body: Buffer | undefined): Promise<Response> => {
    const read = body === undefined ? null : messageIn(body);
    if (read?.ok === false) return Response.json(unreadableAnswer(read.unreadable), { status: 400 });
    const parsed = read === null ? undefined : hideNumbers(read.message);
    const answered = parsed === undefined ? null : await serveStateless(request, parsed);
    if (answered !== null) return answered;
    const id = request.headers.get('mcp-session-id');
    if (id === null)
      return parsed === undefined ? refuse(400, 'a session is needed') : begin(request, parsed);
    const session = sessions.get(id);
    if (session === undefined) return refuse(404, 'no such session');
    session.lastUsed = Date.now();
    return session.handle(request, parsed);
  };

  const door = await openHttpDoor({
    ...options,
    answer: async (request, body) => withLines(await answer(request, body).catch(refusedOver), showInText),
  });
  const sweep = setInterval(() => {
    const oldest = Date.now() - IDLE_MS;
    for (const session of sessions.values()) if (session.lastUsed < oldest) void session.close();
    stateless.sweep(oldest);
  }, SWEEP_MS);
  sweep.unref();
  return {
    url: door.url,
    async close() {
      clearInterval(sweep);
      await Promise.all([stateless.close(), ...[...sessions.values()].map((session) => session.close())]);
      await door.close();
    },
  };
}

/** @throws ServiceError `overloaded` */
function held({ open, quotas }: HttpFrontOptions): HttpFrontOptions['open'] {
  return async (client, session) => {
    const release = quotas.takeProcess();
    try {
      const relay = await open(client, session);
      void relay.closed.finally(release);
      return relay;
    } catch (error) {
      release();
      throw error;
    }
  };
}

function refusedOver(error: unknown): Response {
  if (error instanceof ServiceError && error.code === 'overloaded') return refuseOver(error);
  throw error;
}

/** Bytes that are not UTF-8 are not a message: replacing them would decide on another text than the one that was sent. */
function messageIn(body: Buffer): ReadMessage {
  try {
    return readMessage(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return readMessage('');
  }
}

/** Headers that the classification of a message compares with its body. */
function headersSaid(headers: Headers): Readonly<Record<string, string>> {
  const said = [
    ['protocolVersionHeader', headers.get('mcp-protocol-version')],
    ['mcpMethodHeader', headers.get('mcp-method')],
    ['mcpNameHeader', headers.get('mcp-name')],
  ] as const;
  return Object.fromEntries(said.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
