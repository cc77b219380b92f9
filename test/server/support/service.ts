import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino, type Logger } from 'pino';
import { readConfiguration } from '../../../server/settings/configuration.ts';
import { startService, type Service } from '../../../server/service.ts';

export const TOKEN = 'data-plane-token';
export const ADMIN_TOKEN = 'admin-token';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; tests look at what they expect in it. */
  readonly json: Record<string, unknown>;
}

export interface RequestOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON; a text or bytes as they are. */
  readonly body?: unknown;
}

/** A service on a folder of its own, with a client. */
export interface TestService extends Service {
  readonly root: string;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  readonly post: (path: string, body: unknown, options?: RequestOptions) => Promise<Reply>;
}

/** On a busy machine a database may open later than requests wait for it by default. */
export const PATIENT_MS = '300000';

/** Starts a service over real sockets. `files`: what lies under the root; `mount`: one of them to be mounted. */
export async function startTestService(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
  mount: string | null = null,
  log: Logger = pino({ level: 'silent' }),
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-server-'));
  const root = join(folder, 'root');
  await mkdir(root);
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const read = readConfiguration({
    SERVICE_PORT: '0',
    SERVICE_WORKERS: '2',
    SERVICE_DATA_DIR: ':memory:',
    SERVICE_REQUEST_TIMEOUT_MS: PATIENT_MS,
    ...('SERVICE_API_TOKEN_FILE' in settings ? {} : { SERVICE_API_TOKEN: TOKEN }),
    SERVICE_RULESET_ROOT: root,
    ...(mount === null ? {} : { SERVICE_RULESET: join(root, mount) }),
    ...settings,
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const service = await startService(read.configuration, read.configuration.apiToken ?? TOKEN, log);
  const request = (method: string, path: string, options: RequestOptions = {}): Promise<Reply> =>
    send(service.url + path, method, options);
  return {
    ...service,
    root,
    write,
    request,
    post: (path, body, options) => request('POST', path, { ...options, body }),
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function send(url: string, method: string, { token, headers, body }: RequestOptions): Promise<Reply> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token ?? TOKEN}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, text, json: isJson ? parse(text) : {} };
}

function parse(text: string): Record<string, unknown> {
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
