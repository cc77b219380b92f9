/** Approvals of a proxy without a service: kept in a store, answered by persons where the proxy says. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
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

/** A client behind a proxy, and where its approvals are answered. */
async function behindProxy(): Promise<{ readonly client: Client; readonly url: string }> {
  const args = [CLI, 'mcp', 'proxy', '--ruleset', policy, '--approvals', '127.0.0.1:0'];
  const given = Object.entries(process.env).map(([name, value]) => [name, value ?? ''] as const);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, '--', process.execPath, FILES, join(folder, 'files')],
    cwd: folder,
    stderr: 'pipe',
    env: {
      ...Object.fromEntries(given),
      SERVICE_TOKENS_FILE: tokens,
      SERVICE_DATA_DIR: join(folder, 'data'),
    },
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
  return { client, url: await url };
}

it('lets a person answer what it escalates, makes that call once, and remembers what it saw', async () => {
  const { client, url } = await behindProxy();
  const approvals = (...words: readonly string[]) =>
    runCli(['approvals', ...words], '', { SERVICE_URL: url, SERVICE_API_TOKEN: APPROVER });
  const write = () => client.callTool({ name: 'write_file', arguments: { path: text, content: 'written' } });

  const list = () => client.callTool({ name: 'list_directory', arguments: { path: join(folder, 'files') } });
  expect(await list()).toMatchObject({ content: [{ text: '[FILE] a.txt' }] });
  expect(JSON.stringify(await list())).toContain('something was seen');

  const escalated = JSON.stringify(await write());
  expect(escalated).toContain('needs_approval');
  const id = /\\"approval\\":\\"([\w-]+)\\"/.exec(escalated)?.[1] ?? '';
  expect((await approvals('list')).out).toContain(`${id}\n  mcp-client wants write_file`);
  expect(await readFile(text, 'utf8')).toBe('hello');

  expect((await approvals('approve', id)).out).toBe(`${id} approved\n`);
  expect(await write()).not.toMatchObject({ isError: true });
  expect(await readFile(text, 'utf8')).toBe('written');

  await writeFile(text, 'hello');
  const other = JSON.stringify(await write());
  expect(other).toContain('needs_approval');
  expect(other).not.toContain(id);
  expect(await readFile(text, 'utf8')).toBe('hello');
});

it('keeps approvals when it ends', async () => {
  for (const client of open.splice(0)) await client.close();
  const { url } = await behindProxy();
  const run = await runCli(['approvals', 'list', '--state', 'approved', '--json'], '', {
    SERVICE_URL: url,
    SERVICE_API_TOKEN: APPROVER,
  });
  expect(JSON.parse(run.out)).toMatchObject({ tool: 'write_file', args: { path: text } });
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
