/**
 * Streamable HTTP before the proxy, all under one token: a session for each client that begins with `initialize`, and one
 * for all that have none.
 */
import { randomUUID } from 'node:crypto';
import { openHttpDoor, refuse, type DoorAddress, type HttpDoor } from './http-door.ts';
import { httpWire } from './http-wire.ts';
import { isRecord } from './is-record.ts';
import type { Wire } from './message.ts';
import { createStatelessFront } from './stateless-front.ts';

export interface HttpFrontOptions extends DoorAddress {
  /** Starts the relay of a new session; `closed` says when it has ended. */
  readonly open: (client: Wire, session: string) => Promise<{ readonly closed: Promise<void> }>;
  readonly tell: (line: string) => void;
}

const MOST_SESSIONS = 1_000;
const IDLE_MS = 30 * 60 * 1_000;
const SWEEP_MS = 60_000;

interface Session {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
  lastUsed: number;
}

export async function startHttpFront(options: HttpFrontOptions): Promise<HttpDoor> {
  const { classifyInboundRequest, isJsonContentType, WebStandardStreamableHTTPServerTransport } =
    await import('@modelcontextprotocol/server');
  const stateless = createStatelessFront(options);
  const sessions = new Map<string, Session>();

  /** What a message without a session is answered with; null: it is one of a session, or of none that we know. */
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

  const begin = async (request: Request): Promise<Response> => {
    if (sessions.size >= MOST_SESSIONS)
      return refuse(503, 'too many sessions are open', { 'retry-after': '1' });
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const { closed } = await options.open(httpWire(transport), id);
    const answer = await transport.handleRequest(request);
    // Only a request that began a session has made one.
    if (transport.sessionId === undefined) {
      await transport.close();
      return answer;
    }
    sessions.set(id, {
      handle: (next) => transport.handleRequest(next),
      close: () => transport.close(),
      lastUsed: Date.now(),
    });
    void closed.then(() => sessions.delete(id));
    return answer;
  };

  const answer = async (request: Request, body: Buffer | undefined): Promise<Response> => {
    const parsed = body === undefined ? undefined : jsonOf(body);
    const answered = parsed === undefined ? null : await serveStateless(request, parsed);
    if (answered !== null) return answered;
    const id = request.headers.get('mcp-session-id');
    if (id === null) return body === undefined ? refuse(400, 'a session is needed') : begin(request);
    const session = sessions.get(id);
    if (session === undefined) return refuse(404, 'there is no such session');
    session.lastUsed = Date.now();
    return session.handle(request);
  };

  const door = await openHttpDoor({ ...options, answer });
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

/** Undefined: no JSON, which the transport tells. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** What the classification of a message compares with its body. */
function headersSaid(headers: Headers): Readonly<Record<string, string>> {
  const said = [
    ['protocolVersionHeader', headers.get('mcp-protocol-version')],
    ['mcpMethodHeader', headers.get('mcp-method')],
    ['mcpNameHeader', headers.get('mcp-name')],
  ] as const;
  return Object.fromEntries(said.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
