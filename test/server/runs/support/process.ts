import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PATIENT_MS } from '../../support/service.ts';

const CLI = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
export const TOKEN = 'data-plane-token';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  readonly request: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Sends the signal and waits for the end. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
  /** Its log output. */
  readonly log: () => string;
}

export type Settings = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();

/** Starts `ferrule serve` on a free port. `before`: what a shell does first. */
export async function startProcess(
  settings: Settings,
  options: readonly string[] = [],
  before = ':',
): Promise<ServiceProcess> {
  const command = [process.execPath, CLI, 'serve', '--port', '0', ...options];
  const child = spawn('sh', ['-c', `${before}; exec "$@"`, 'sh', ...command], {
    env: {
      PATH: process.env['PATH'],
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_WORKERS: '1',
      SERVICE_DATA_DIR: ':memory:',
      SERVICE_REQUEST_TIMEOUT_MS: PATIENT_MS,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let log = '';
  child.stderr.on('data', (data: Buffer) => void (log += data.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /listens on (\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${log}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    log: () => log,
    request: (method, path, body) => send(url + path, method, body),
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

/** For the end of a test file: nothing that it started goes on. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

async function send(url: string, method: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs one command of the command line to its end. */
export async function runCommand(args: readonly string[], settings: Settings): Promise<CommandResult> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => void (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return { code, out, err };
}

/** Repeats the request until the expected response. */
export async function until<T>(ask: () => Promise<T>, isEnough: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (isEnough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
