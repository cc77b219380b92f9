/** A server with a ledger, as a process that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';

export const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const TOKENS = `tokens:
  - { name: spender, sha256: ${sha('spender')}, roles: [evaluate, session, budgets, explain] }
  - { name: other, sha256: ${sha('other')}, roles: [evaluate, explain] }
  - { name: settler, sha256: ${sha('settler')}, roles: [settle] }
  - { name: approver, sha256: ${sha('approver')}, roles: [approver] }
  - { name: watcher, sha256: ${sha('watcher')}, roles: [metrics] }
  - { name: chief, sha256: ${sha('chief')}, roles: [admin, budgets] }
`;

type CreateStore = () => Promise<TestDatabase>;

/** Stores that a ledger can be in. */
export const STORES: readonly (readonly [string, CreateStore])[] = [
  ['the embedded store', async () => ({ settings: {}, drop: async () => undefined })],
  ['PostgreSQL', createPostgres],
];

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface BudgetServer {
  readonly folder: string;
  readonly url: string;
  readonly grpcPort: number;
  /** Lines that the server has logged. */
  readonly output: () => string;
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly end: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

/** Starts a server on these files of its root. */
export async function startBudgets(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
  createStore: CreateStore = STORES[0]![1],
): Promise<BudgetServer> {
  const store = await createStore();
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-budgets-'));
  await mkdir(join(folder, 'root'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'root', name), text);
  await writeFile(join(folder, 'tokens.yaml'), TOKENS, { mode: 0o600 });
  const [port, grpcPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  const filled = Object.entries(settings).map(([name, value]) => [name, value.replace('$FOLDER', folder)]);
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [CLI, 'serve'], {
      env: {
        ...process.env,
        SERVICE_PORT: String(port),
        SERVICE_GRPC_PORT: String(grpcPort),
        SERVICE_RULESET_ROOT: join(folder, 'root'),
        SERVICE_DATA_DIR: join(folder, 'data'),
        SERVICE_TOKENS_FILE: join(folder, 'tokens.yaml'),
        SERVICE_WORKERS: '1',
        ...store.settings,
        ...Object.fromEntries(filled),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (text: Buffer) => void (output += text.toString()));
    for (let i = 0; i < 1_800; i++) {
      const ready = await fetch(`${url}/readyz`).catch(() => null);
      if (ready?.status === 200) return;
      await sleep(100);
    }
    throw new Error(`the server does not start: ${output}`);
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    folder,
    url,
    grpcPort,
    output: () => output,
    start,
    kill: () => stop('SIGKILL'),
    signal: (signal) => void child?.kill(signal),
    async end() {
      await stop('SIGTERM');
      await store.drop();
      await rm(folder, { recursive: true, force: true });
    },
    async send(method, path, body, token = 'spender', headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Readonly<Record<string, unknown>>,
      };
    },
  };
}
