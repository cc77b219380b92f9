/** An MCP entry point over HTTP: one address, `/mcp`, one token; its owner handles the requests. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../library/errors.ts';
import type { DoorHold, DoorQuotas } from './door-quotas.ts';

export interface DoorAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

interface HttpDoorOptions extends DoorAddress {
  readonly quotas: DoorQuotas;
  /** Handles an authenticated request; `body` is that of a POST. */
  readonly answer: (request: Request, body: Buffer | undefined) => Promise<Response> | Response;
  readonly tell: (line: string) => void;
}

export interface HttpDoor {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const RETRY_AFTER_SECONDS = '1';
const MOST_BYTES = 4 * 1024 * 1024;

export const refuse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status, headers });

export const refuseOver = (error: ServiceError): Response =>
  refuse(503, error.message, { 'retry-after': RETRY_AFTER_SECONDS });

/** Rejects with the error of the system when it cannot listen. */
export async function openHttpDoor(options: HttpDoorOptions): Promise<HttpDoor> {
  const isToken = tokenCheck(options.token);
  const { quotas } = options;

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    left: AbortSignal,
  ): Promise<Response> => {
    const { headers, method = 'GET' } = request;
    if (new URL(request.url ?? '/', 'http://proxy').pathname !== '/mcp') return refuse(404, 'not found');
    if (!isOwnOrigin(headers.origin, request.socket.localPort))
      return refuse(403, 'requests of web pages of other origins are refused');
    if (!isToken(headers.authorization)) return refuse(401, 'unauthorized', { 'www-authenticate': 'Bearer' });
    const hold = quotas.begin(request.socket);
    if (hold instanceof ServiceError) return refuseOver(hold);
    response.once('close', () => hold.end());
    const body = method === 'POST' ? await readBody(request, hold) : undefined;
    if (body instanceof Response) return body;
    const asked = new Request(`http://proxy/mcp`, {
      method,
      headers: headersOf(request),
      signal: left,
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    return options.answer(asked, body);
  };

  const server = createServer((request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    answer(request, response, left.signal)
      .catch((error: unknown) => {
        // A client that has left gets no response.
        if (!left.signal.aborted) options.tell(error instanceof Error ? error.message : String(error));
        return refuse(500, 'the request failed');
      })
      .then((made) => write(made, response))
      .catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => quotas.connect(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/mcp`,
    async close() {
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

/** Returns the body, or the refusal of a body that exceeds a limit. */
async function readBody(request: IncomingMessage, hold: DoorHold): Promise<Buffer | Response> {
  const chunks: Buffer[] = [];
  let refusal: Response | null = null;
  let bytes = 0;
  // Read to its end, so that the refusal reaches a client that is still sending.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (refusal !== null) continue;
    bytes += chunk.length;
    const over = hold.takeBytes(chunk.length);
    if (bytes > MOST_BYTES) refusal = refuse(413, 'the body is too large');
    else if (over !== null) refusal = refuseOver(over);
    else chunks.push(chunk);
    if (refusal !== null) chunks.length = 0;
  }
  return refusal ?? Buffer.concat(chunks);
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
