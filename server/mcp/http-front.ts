/** Streamable HTTP before the proxy: a session for each client that begins with `initialize`, all under one token. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { httpWire } from './http-wire.ts';
import type { Wire } from './message.ts';

export interface HttpFrontOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Starts the relay of a new session; `closed` says when it has ended. */
  readonly open: (client: Wire, session: string) => Promise<{ readonly closed: Promise<void> }>;
  readonly tell: (line: string) => void;
}

export interface HttpFront {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const MOST_SESSIONS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;
const IDLE_MS = 30 * 60 * 1_000;
const SWEEP_MS = 60_000;

interface Session {
  readonly handle: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
  lastUsed: number;
}

const refuse = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status, headers });

export async function startHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const { WebStandardStreamableHTTPServerTransport } = await import('@modelcontextprotocol/server');
  const sessions = new Map<string, Session>();
  const isToken = tokenCheck(options.token);

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

  const answer = async (request: IncomingMessage): Promise<Response> => {
    const { headers, method = 'GET' } = request;
    if (new URL(request.url ?? '/', 'http://proxy').pathname !== '/mcp') return refuse(404, 'not found');
    if (!isOwnOrigin(headers.origin, request.socket.localPort))
      return refuse(403, 'requests of web pages of other origins are refused');
    if (!isToken(headers.authorization)) return refuse(401, 'unauthorized', { 'www-authenticate': 'Bearer' });
    const body = method === 'POST' ? await readBody(request) : undefined;
    if (body === null) return refuse(413, 'the body is too large');
    const web = new Request(`http://proxy/mcp`, {
      method,
      headers: headersOf(request),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const id = headers['mcp-session-id'];
    if (id === undefined) return method === 'POST' ? begin(web) : refuse(400, 'a session is needed');
    const session = sessions.get(String(id));
    if (session === undefined) return refuse(404, 'there is no such session');
    session.lastUsed = Date.now();
    return session.handle(web);
  };

  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => {
        options.tell(error instanceof Error ? error.message : String(error));
        return refuse(500, 'the proxy failed');
      })
      .then((made) => write(made, response))
      .catch(() => response.destroy());
  });
  const sweep = setInterval(() => {
    const oldest = Date.now() - IDLE_MS;
    for (const session of sessions.values()) if (session.lastUsed < oldest) void session.close();
  }, SWEEP_MS);
  sweep.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/mcp`,
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.values()].map((session) => session.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Compares digests, so that the time says nothing about the token. */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const wanted = digest(`Bearer ${token}`);
  return (header) => header !== undefined && timingSafeEqual(digest(header), wanted);
}

/** A page of another origin may reach this address by a name of its own, so only the names of this machine will do. */
function isOwnOrigin(origin: string | undefined, port: number | undefined): boolean {
  if (origin === undefined) return true;
  return ['127.0.0.1', '[::1]', 'localhost'].some((host) => origin === `http://${host}:${port}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Read to its end, so that the refusal reaches a client that is still sending.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') given.set(name, value);
  }
  return given;
}

async function write(made: Response, response: ServerResponse): Promise<void> {
  response.writeHead(made.status, Object.fromEntries(made.headers));
  if (made.body === null) response.end();
  else {
    response.flushHeaders();
    await pipeline(Readable.fromWeb(made.body as never), response);
  }
}
