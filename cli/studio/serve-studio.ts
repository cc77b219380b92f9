/** The offline server of the studio: the page, and the files below PATH for the secret of this start. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readStudioFile, studioHeaders } from '../../library/node/studio/page-files.ts';
import { CommandError } from '../command.ts';
import { FileRefused, listFiles, readServed, saveServed } from './files.ts';
import { filesAtRef } from './git-files.ts';
import { findRulesets, type ServedRuleset } from './ruleset-folders.ts';

const SECRET_BYTES = 24;
/** Most bytes of one saved file. */
const MOST_BYTES = 5 * 1024 * 1024;

export interface Studio {
  /** Address of the page with the secret. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Served {
  readonly rulesets: readonly [ServedRuleset, ...ServedRuleset[]];
  readonly secret: string;
  readonly hosts: ReadonlySet<string>;
}

/** Serves until it is closed. Throws CommandError if PATH holds no ruleset or the port is taken. */
export async function serveStudio(path: string, port: number): Promise<Studio> {
  const rulesets = await findRulesets(path);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    void respond(request, response, { rulesets, secret, hosts }).catch(() => {
      if (!response.headersSent) send(response, 500, { detail: 'the studio failed to respond' });
      else response.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => {
      throw new CommandError(`cannot listen on 127.0.0.1:${port} (${(error as NodeJS.ErrnoException).code})`);
    }),
  ]);
  const { port: own } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${own}`).add(`localhost:${own}`);
  return {
    url: `http://127.0.0.1:${own}/#/rules?key=${secret}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { method = 'GET', headers } = request;
  // Another name of this address would be a page of somebody else, by rebinding.
  if (!served.hosts.has(headers.host ?? '')) {
    send(response, 403, { detail: 'unknown host' });
    return;
  }
  const url = new URL(request.url ?? '/', `http://${headers.host}`);
  if (!url.pathname.startsWith('/api/')) {
    await sendPage(response, method, url.pathname);
    return;
  }
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) {
    send(response, 403, { detail: 'foreign origin' });
    return;
  }
  if (!isSecret(headers.authorization, served.secret)) {
    send(response, 401, { detail: 'the key is missing or wrong: open the address that the command printed' });
    return;
  }
  try {
    await respondToFiles(request, response, served, url);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    send(response, error.status, { detail: error.message });
  }
}

async function respondToFiles(
  request: IncomingMessage,
  response: ServerResponse,
  { rulesets }: Served,
  { pathname, searchParams }: URL,
): Promise<void> {
  const name = searchParams.get('ruleset');
  const ruleset = name === null ? rulesets[0] : rulesets.find((one) => one.name === name);
  if (ruleset === undefined) throw new FileRefused(404, `there is no ruleset ${name}`);
  const path = searchParams.get('path') ?? '';
  switch (`${request.method} ${pathname}`) {
    case 'GET /api/files':
      send(response, 200, {
        ruleset: ruleset.name,
        rulesets: rulesets.map((one) => one.name),
        files: await listFiles(ruleset),
      });
      return;
    case 'GET /api/file': {
      const { text, etag } = await readServed(ruleset, path);
      response.writeHead(200, { ...studioHeaders('api'), 'content-type': 'text/plain; charset=utf-8', etag });
      response.end(text);
      return;
    }
    case 'GET /api/git':
      send(response, 200, { files: await filesAtRef(ruleset, searchParams.get('ref') ?? '') });
      return;
    case 'PUT /api/file': {
      const body = await bodyOf(request);
      if (body === null) {
        // The rest of the body is not read.
        response.setHeader('connection', 'close');
        send(response, 413, { detail: `a file is at most ${MOST_BYTES} bytes` });
        return;
      }
      const etag = await saveServed(ruleset, path, body, request.headers['if-match'] ?? null);
      response.writeHead(204, { ...studioHeaders('api'), etag });
      response.end();
      return;
    }
    default:
      send(response, 404, { detail: 'not found' });
  }
}

function isSecret(authorization: string | undefined, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${secret}`));
}

/** The body as text; `null` if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function sendPage(response: ServerResponse, method: string, pathname: string): Promise<void> {
  const isRead = method === 'GET' || method === 'HEAD';
  const file = isRead ? await readStudioFile(pathname.slice(1), { mode: 'offline' }) : null;
  if (file === null) {
    send(response, 404, { detail: 'not found' });
    return;
  }
  response.writeHead(200, file.headers);
  response.end(method === 'HEAD' ? undefined : file.text);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...studioHeaders('api'), 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
