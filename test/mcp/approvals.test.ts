/** Approvals of a proxy without a service: kept in a store, answered by persons where the proxy says. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { createPostgres, DATABASES, type TestDatabase } from '../runs/support/databases.ts';
import { startProxy } from '../runs/support/proxy.ts';
import { POLICY } from './support.ts';

const SERVERS = resolve('test/agents/node_modules/@modelcontextprotocol');
const FILES = join(SERVERS, 'server-filesystem', 'dist', 'index.js');
const CLI = resolve('dist/cli.js');
const APPROVER = 'the-token-of-a-person-who-may-answer';

const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
const text = join(folder, 'files', 'a.txt');
const tokens = join(folder, 'tokens.json');
const policy = join(folder, 'policy.yaml');
const open: Client[] = [];
beforeAll(async () => {
  await mkdir(join(folder, 'files'));
  const sha256 = createHash('sha256').update(APPROVER).digest('hex');
  await writeFile(tokens, JSON.stringify({ tokens: [{ name: 'ann', sha256, roles: ['approver'] }] }));
  await writeFile(policy, POLICY.replaceAll('equals(once)', 'equals(list_directory)'));
  await writeFile(text, 'hello');
});
afterAll(async () => {
  for (const client of open) await client.close();
  await rm(folder, { recursive: true });
});

interface Behind {
  readonly client: Client;
  /** Where its approvals are answered. */
  readonly url: string;
  readonly kill: () => Promise<void>;
}

/** A client behind a proxy of these settings. */
async function behindProxy(
  settings: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<Behind> {
  const args = [CLI, 'mcp', 'proxy', '--ruleset', policy, '--approvals', '127.0.0.1:0', ...options];
  const given = Object.entries(process.env).map(([name, value]) => [name, value ?? ''] as const);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, '--', process.execPath, FILES, join(folder, 'files')],
    cwd: folder,
    stderr: 'pipe',
    env: { ...Object.fromEntries(given), SERVICE_TOKENS_FILE: tokens, ...settings },
  });
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  const url = new Promise<string>((found) => {
    let told = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const address = /approvals are answered at (\S+)/.exec(told)?.[1];
      if (address !== undefined) found(address);
    });
  });
  await client.connect(transport);
  const kill = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => (client.onclose = resolve));
    process.kill(transport.pid ?? 0, 'SIGKILL');
    await ended;
  };
  return { client, url: await url, kill };
}

const approvals = (url: string, ...words: readonly string[]) =>
  runCli(['approvals', ...words], '', { SERVICE_URL: url, SERVICE_API_TOKEN: APPROVER });
const write = ({ client }: Behind, content = 'written') =>
  client.callTool({ name: 'write_file', arguments: { path: text, content } });
const list = ({ client }: Behind) =>
  client.callTool({ name: 'list_directory', arguments: { path: join(folder, 'files') } });
const content = (): Promise<string> => readFile(text, 'utf8');
/** The id of the approval that a call waits for. */
async function escalated(result: Promise<unknown>): Promise<string> {
  const answer = JSON.stringify(await result);
  expect(answer).toContain('needs_approval');
  return /\\"approval\\":\\"([\w-]+)\\"/.exec(answer)?.[1] ?? '';
}

/** Four processes start one after the other in some of them. */
const TIMEOUT_MS = 180_000;

describe.each(DATABASES)('kept in %s', { timeout: TIMEOUT_MS }, (_kind, create) => {
  let database: TestDatabase;
  const start = (...options: readonly string[]) => behindProxy(database.settings, ...options);
  beforeAll(async () => {
    database = await create();
  });
  beforeEach(() => writeFile(text, 'hello'));
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });
  afterAll(() => database.drop());

  it('lets a person answer what it escalates, makes that call once, and remembers what it saw', async () => {
    const proxy = await start();
    expect(await list(proxy)).toMatchObject({ content: [{ text: '[FILE] a.txt' }] });
    expect(JSON.stringify(await list(proxy))).toContain('something was seen');

    const id = await escalated(write(proxy));
    expect((await approvals(proxy.url, 'list')).out).toContain(`${id}\n  mcp-client wants write_file`);
    expect(await content()).toBe('hello');

    expect((await approvals(proxy.url, 'approve', id)).out).toBe(`${id} approved\n`);
    expect(await write(proxy)).not.toMatchObject({ isError: true });
    expect(await content()).toBe('written');

    await writeFile(text, 'hello');
    expect(await escalated(write(proxy))).not.toBe(id);
    expect(await content()).toBe('hello');
  });

  it('that is killed while a call waits goes on with it under the same name, for that call and once', async () => {
    const first = await start('--session', 'kept');
    expect(await list(first)).not.toMatchObject({ isError: true });
    const id = await escalated(write(first));
    await first.kill();

    const second = await start('--session', 'kept');
    expect(await escalated(write(second))).toBe(id);
    expect((await approvals(second.url, 'approve', id)).code).toBe(0);
    await second.kill();

    const third = await start('--session', 'kept');
    expect(JSON.stringify(await list(third))).toContain('something was seen');
    expect(await escalated(write(third, 'other'))).not.toBe(id);
    expect(await content()).toBe('hello');
    expect(await write(third)).not.toMatchObject({ isError: true });
    expect(await content()).toBe('written');
    await third.kill();

    await writeFile(text, 'hello');
    const fourth = await start('--session', 'kept');
    expect(await escalated(write(fourth))).not.toBe(id);
    expect(await content()).toBe('hello');
  });

  it('begins another session when it is started again without a name, and an approval is for one session', async () => {
    const first = await start();
    const id = await escalated(write(first, 'elsewhere'));
    expect((await approvals(first.url, 'approve', id)).code).toBe(0);
    await first.kill();
    const second = await start();
    expect(await escalated(write(second, 'elsewhere'))).not.toBe(id);
    expect(await content()).toBe('hello');
  });

  it('takes no approval that was given under other rules', async () => {
    const first = await start('--session', 'rules');
    const id = await escalated(write(first, 'under rules'));
    expect((await approvals(first.url, 'approve', id)).code).toBe(0);
    await first.kill();
    const rules = await readFile(policy, 'utf8');
    await writeFile(policy, rules.replace('reason: "approved"', 'reason: "approved by a person"'));
    const second = await start('--session', 'rules');
    expect(await escalated(write(second, 'under rules'))).not.toBe(id);
    expect(await content()).toBe('hello');
    await writeFile(policy, rules);
  });
});

it('shares sessions and approvals among proxies on one PostgreSQL, and one of two calls has an approval', async () => {
  await writeFile(text, 'hello');
  const database = await createPostgres();
  const [first, second] = await Promise.all([
    behindProxy(database.settings, '--session', 'shared'),
    behindProxy(database.settings, '--session', 'shared'),
  ]);
  const id = await escalated(write(first));
  expect(await escalated(write(second))).toBe(id);
  expect((await approvals(second.url, 'approve', id)).code).toBe(0);
  const answers = await Promise.all([write(first), write(second)]);
  expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(1);
  for (const client of open.splice(0)) await client.close();
  await database.drop();
});

it('refuses every call while its database is away', async () => {
  await writeFile(text, 'hello');
  const database = await createPostgres();
  const away = await startProxy(database.settings['DATABASE_URL'] ?? '');
  const proxy = await behindProxy({ DATABASE_URL: away.url }, '--session', 'away');
  expect(await list(proxy)).not.toMatchObject({ isError: true });
  away.cut();
  for (const answer of [await list(proxy), await write(proxy)])
    expect(answer).toMatchObject({ isError: true });
  away.heal();
  const id = await escalated(write(proxy));
  expect((await approvals(proxy.url, 'approve', id)).code).toBe(0);
  expect(await write(proxy)).not.toMatchObject({ isError: true });
  for (const client of open.splice(0)) await client.close();
  await away.close();
  await database.drop();
});

it.each<readonly [readonly string[], Readonly<Record<string, string>>, number, string]>([
  [['--approvals', '8080'], {}, 2, '--approvals must be HOST:PORT'],
  [['--approvals', '127.0.0.1:0'], {}, 2, '--approvals needs the tokens of those who answer'],
  [['--approvals', '127.0.0.1:0', '--service', 'http://x'], {}, 2, '--approvals is for a proxy without'],
  [['--elicit', '--approvals', '127.0.0.1:0'], {}, 2, '--elicit is for approvals in memory'],
  [['--elicit', '--service', 'http://x'], {}, 2, '--elicit is for approvals in memory'],
  [
    ['--root', '.', '--service', 'http://x'],
    { SERVICE_API_TOKEN: 't' },
    2,
    '--root is for a ruleset of the proxy',
  ],
  [
    ['--approvals', '127.0.0.1:0'],
    { SERVICE_TOKENS_FILE: tokens, SERVICE_WORKERS: 'x' },
    2,
    'the settings are wrong',
  ],
  [
    ['--approvals', '127.0.0.1:0'],
    { SERVICE_TOKENS_FILE: tokens, SERVICE_AUDIT: 'stdout' },
    2,
    'SERVICE_AUDIT cannot go there',
  ],
  [['--session', 'a b'], {}, 2, '--session must be 1 to 128 of'],
  [['--approvals', '203.0.113.1:1'], { SERVICE_TOKENS_FILE: tokens }, 1, '--approvals: '],
])('refuses %j with %j', async (args, environment, code, message) => {
  const run = await runCli(['mcp', 'proxy', '--ruleset', policy, ...args, '--', 'x'], '', environment);
  expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
});

it('reads what its ruleset imports below --root', async () => {
  const importing = join(folder, 'own', 'policies', 'policy.yaml');
  await mkdir(join(folder, 'own', 'policies'), { recursive: true });
  await writeFile(importing, 'imports: [../../policy.yaml]\nruleset: importing\n');
  const proxy = (...args: readonly string[]) =>
    runCli(['mcp', 'proxy', '--ruleset', importing, ...args, '--', 'no-such-command'], '', {});
  const outside = await proxy();
  expect([outside.code, outside.err]).toEqual([
    1,
    expect.stringContaining('`../../policy.yaml` is no ruleset below the root'),
  ]);
  // What comes next is the server, which cannot be started.
  const inside = await proxy('--root', folder);
  expect(inside.err).not.toContain('policy.yaml');
  expect(inside.err).toContain('no-such-command');
});
