import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../full.ts';
import { ACCESS, tooMuch, TROUBLE } from './support/rulesets.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ferrule-serve-'));
  await writeFile(join(root, 'access.yaml'), ACCESS);
  await writeFile(join(root, 'trouble.yaml'), TROUBLE);
});
afterAll(() => rm(root, { recursive: true }));

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly url: string;
  readonly out: () => string;
  readonly err: () => string;
  readonly exit: Promise<unknown[]>;
}

function launch(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Omit<Running, 'url'> {
  const env = { PATH: process.env['PATH'], SERVICE_PORT: '0', SERVICE_RULESET_ROOT: root, ...settings };
  const child = spawn(process.execPath, [CLI, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  return { child, out: () => out, err: () => err, exit: once(child, 'exit') };
}

async function serve(settings: Readonly<Record<string, string>>): Promise<Running> {
  const running = launch(settings);
  while (!running.out().includes('Try:')) await once(running.child.stdout, 'data');
  return { ...running, url: /listens on (\S+)/.exec(running.out())![1]! };
}

function evaluate(url: string, body: object): Promise<Response> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  return fetch(`${url}/v1/evaluate`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** A client that keeps to one connection. */
function connect(url: string): (path: string, body?: object) => Promise<{ status: number; closes: boolean }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
      const message = request(url + path, { agent, method: body === undefined ? 'GET' : 'POST', headers });
      message.on('error', reject);
      message.on('response', (response) => {
        response
          .resume()
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
          );
      });
      message.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

test.each((['SIGTERM', 'SIGINT'] as const).slice(0, full(2, 1)))(
  '%s lets every request finish and ends with success',
  async (signal) => {
    const { child, url, exit } = await serve({
      SERVICE_API_TOKEN: 't',
      SERVICE_EVALUATE_TIMEOUT_MS: '300',
      SERVICE_WORKERS: '1',
    });
    const clients = Array.from({ length: 20 }, () => connect(url));
    const slow = connect(url);
    await slow('/health');
    for (const client of clients) await client('/v1/evaluate', { ruleset: 'access', facts: [] });
    const stuck = slow('/v1/evaluate', { ruleset: 'trouble', facts: tooMuch() });
    const waiting = clients.map((client) => client('/v1/evaluate', { ruleset: 'access', facts: [] }));
    child.kill(signal);
    expect((await stuck).status).toBe(503);
    for (const response of waiting) expect((await response).status).toBe(200);
    expect(await exit).toEqual([0, null]);
  },
);

test('requests that keep coming get responses until a response closes their connection', async () => {
  const { child, url, exit } = await serve({ SERVICE_API_TOKEN: 't' });
  let answered = 0;
  const clients = Array.from({ length: 4 }, async () => {
    const client = connect(url);
    for (let closes = false; !closes; answered++) {
      const response = await client('/v1/evaluate', { ruleset: 'access', facts: [] });
      expect(response.status).toBe(200);
      closes = response.closes;
    }
  });
  while (answered < 20) await (await fetch(`${url}/health`)).text();
  child.kill('SIGTERM');
  await Promise.all(clients);
  expect(await exit).toEqual([0, null]);
});

test('what takes longer than the shutdown may is refused', async () => {
  const { child, url, exit } = await serve({
    SERVICE_API_TOKEN: 't',
    SERVICE_EVALUATE_TIMEOUT_MS: '60000',
    SERVICE_SHUTDOWN_MS: '200',
  });
  const slow = evaluate(url, { ruleset: 'trouble', facts: tooMuch() });
  await (await fetch(`${url}/health`)).text();
  child.kill('SIGTERM');
  const response = await slow;
  expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
    503,
    'shutting_down',
  ]);
  expect(await exit).toEqual([0, null]);
});

describe('without a token', () => {
  test('a random one is printed, with lines that work when pasted', async () => {
    const { child, out, err, exit } = await serve({});
    const lines = out()
      .split('\n')
      .filter((line) => line.startsWith('  curl '));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      const shell = spawn('sh', ['-c', line.replace('curl', 'curl -sf -o /dev/null')], { stdio: 'ignore' });
      expect([line, ...(await once(shell, 'exit'))]).toEqual([line, 0, null]);
    }
    const token = /Bearer ([\w-]+)/.exec(out())![1]!;
    child.kill('SIGTERM');
    await exit;
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(err()).not.toContain(token);
    expect(out().split(token).length - 1).toBe(3);
  });
});

test('a mounted server offers a request for what is mounted', async () => {
  const { child, out, exit } = await serve({
    SERVICE_API_TOKEN: 't',
    SERVICE_RULESET: join(root, 'trouble.yaml'),
  });
  expect(out()).toContain('{"ruleset": "trouble", "facts": []}');
  child.kill('SIGTERM');
  await exit;
});

test('npm start passes signals on: nothing is left behind', async () => {
  const env = { PATH: process.env['PATH'], HOME: root, SERVICE_PORT: '0', SERVICE_API_TOKEN: 't' };
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn('npm', ['start', '--silent'], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  let out = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  await expect.poll(() => out).toContain('Try:');
  const url = /listens on (\S+)/.exec(out)![1]!;
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  // Its output ends with the last process that holds it.
  const end = once(child.stdout, 'end');
  child.kill('SIGTERM');
  await Promise.all([exit, end]);
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
});

describe('what cannot start', () => {
  const REFUSED: readonly (readonly [Readonly<Record<string, string>>, readonly string[], number, RegExp])[] =
    [
      [
        { SERVICE_PORT: 'x', SERVICE_WORKERS: '0' },
        [],
        2,
        /SERVICE_PORT: must be a whole number\n +SERVICE_WORKERS: must/,
      ],
      [{ SERVICE_HOST: '192.0.2.1', SERVICE_API_TOKEN: 't' }, [], 1, /cannot listen on 192\.0\.2\.1/],
      [{ SERVICE_HOST: '0.0.0.0' }, [], 2, /without SERVICE_API_TOKEN/],
      [{}, ['--prt', '1'], 2, /did you mean --port/],
      [{}, ['--ruleset', CLI], 1, /SERVICE_RULESET: /],
    ];

  // A process for each: a plain run starts one that its settings forbid, and one that the system refuses.
  test.each(REFUSED.slice(0, full(REFUSED.length, 2)))(
    'says why in a line: %j %j',
    async (settings, args, code, message) => {
      const { err, exit } = launch(settings, args);
      expect(await exit).toEqual([code, null]);
      expect(err()).toMatch(message);
      expect(err()).not.toMatch(/\n {4}at /);
    },
  );
});

test('logs are one JSON object a line, without tokens or values', async () => {
  const { child, url, err, exit } = await serve({ SERVICE_API_TOKEN: 'very-secret-token' });
  await fetch(`${url}/v1/data/access?input=${encodeURIComponent('{"user":"private-person"}')}`, {
    headers: { authorization: 'Bearer very-secret-token', 'x-request-id': 'request-7' },
  });
  child.kill('SIGTERM');
  await exit;
  const lines = err()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find(({ request_id }) => request_id === 'request-7')).toMatchObject({
    method: 'GET',
    route: '/v1/data',
    status: 200,
  });
  expect(err()).not.toMatch(/very-secret-token|private-person/);
});
