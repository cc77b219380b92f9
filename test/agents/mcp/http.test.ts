/** The proxy over Streamable HTTP, before a server and before another proxy. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { createProcesses, type Processes } from './processes.ts';
import { full } from '../../full.ts';
import { POLICY } from './support.ts';

const SERVERS = resolve('test/agent-sdks/node_modules/@modelcontextprotocol');
const FILES = join(SERVERS, 'server-filesystem', 'dist', 'index.js');
const CLI = resolve('dist/cli.js');
const TOKEN = 'the-token-of-the-proxy';

let folder: string;
let processes: Processes;
let url: string;
const open: Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'policy.yaml'), POLICY);
  await writeFile(join(folder, 'files', 'a.txt'), 'hello');
  const command = ['--', process.execPath, FILES, join(folder, 'files')];
  const args = [CLI, 'mcp', 'proxy', '--ruleset', 'policy.yaml', '--listen', '127.0.0.1:0', ...command];
  processes = createProcesses(folder, { SERVICE_API_TOKEN: TOKEN });
  url = await processes.start(args, /listening on (\S+)/);
});
afterAll(async () => {
  for (const client of open) await client.close();
  expect(new Set(await processes.end())).toEqual(new Set([0]));
  await rm(folder, { recursive: true });
});

async function connect(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  await client.connect(transport);
  return client;
}
const overHttp = (address = url): Promise<Client> =>
  connect(
    new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  );

const read = (client: Client, path: string) =>
  client.callTool({
    name: 'read_text_file',
    arguments: { path: path === 'secret' ? path : join(folder, 'files', path) },
  });

it('lists, allows and refuses, each client in a session of its own', async () => {
  const [first, second] = [await overHttp(), await overHttp()];
  for (const client of [first, second]) {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect([names.includes('read_text_file'), names.includes('move_file')]).toEqual([true, false]);
  }
  expect(await read(first, 'a.txt')).toMatchObject({ content: [{ text: 'hello' }] });
  expect(await read(second, 'secret')).toMatchObject({ isError: true });
  await first.close();
  expect(await read(second, 'a.txt')).toMatchObject({ content: [{ text: 'hello' }] });
});

it('has clients see what the others of one named session saw, and those of none do not', async () => {
  const policy = POLICY.replaceAll('equals(once)', 'equals(list_directory)');
  await writeFile(join(folder, 'once.yaml'), policy);
  const args = [CLI, 'mcp', 'proxy', '--ruleset', 'once.yaml', '--listen', '127.0.0.1:0'];
  const command = ['--', process.execPath, FILES, join(folder, 'files')];
  const list = async (address: string) => {
    const client = await overHttp(address);
    return client.callTool({ name: 'list_directory', arguments: { path: join(folder, 'files') } });
  };
  const named = await processes.start([...args, '--session', 'one', ...command], /listening on (\S+)/);
  expect(await list(named)).not.toMatchObject({ isError: true });
  expect(JSON.stringify(await list(named))).toContain('something was seen');
  const alone = await processes.start([...args, ...command], /listening on (\S+)/);
  for (let i = 0; i < 2; i++) expect(await list(alone)).not.toMatchObject({ isError: true });
});

it('runs in front of a server over HTTP', async () => {
  const args = [CLI, 'mcp', 'proxy', '--ruleset', 'policy.yaml', '--upstream', url];
  const inherited = Object.entries(process.env).map(([name, value]) => [name, value ?? ''] as const);
  const env = { ...Object.fromEntries(inherited), SERVICE_MCP_UPSTREAM_TOKEN: TOKEN };
  const client = await connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: 'ignore' }),
  );
  expect(await read(client, 'a.txt')).toMatchObject({ content: [{ text: 'hello' }] });
  expect(await read(client, 'secret')).toMatchObject({ isError: true });
  const { servers } = JSON.parse(await readFile(join(folder, 'ferrule.mcp.lock'), 'utf8')) as {
    servers: object;
  };
  expect(Object.keys(servers)).toContain(url);
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
const post = (body: unknown, headers: Readonly<Record<string, string>> = {}, path = ''): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${TOKEN}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

it.each<readonly [string, number, () => Promise<Response>]>([
  ['no token', 401, () => post(INITIALIZE, { authorization: '' })],
  ['a wrong token', 401, () => post(INITIALIZE, { authorization: `Bearer ${TOKEN}x` })],
  ['a page of another origin', 403, () => post(INITIALIZE, { origin: 'http://evil.test' })],
  ['a page of another port', 403, () => post(INITIALIZE, { origin: 'http://localhost:1' })],
  ['another path', 404, () => post(INITIALIZE, {}, '/other')],
  [
    'a session that is not there',
    404,
    () => post({ ...INITIALIZE, method: 'ping' }, { 'mcp-session-id': 'x' }),
  ],
  ['a request before its session', 400, () => post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
  ['a body that is not JSON', 400, () => post('{')],
  ['a body that is too large', 413, () => post(' '.repeat(5 * 1024 * 1024))],
  ['a stream without a session', 400, () => fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })],
])('refuses %s', async (_, status, send) => {
  const response = await send();
  await response.body?.cancel();
  expect(response.status).toBe(status);
});

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [['--listen', '127.0.0.1:0'], '--listen needs SERVICE_API_TOKEN'],
  [['--listen', '8080'], '--listen must be HOST:PORT'],
];

it.each(REFUSED.slice(0, full(2, 1)))('refuses %j', async (args, message) => {
  const run = await runCli(['mcp', 'proxy', '--ruleset', join(folder, 'policy.yaml'), ...args, '--', 'x']);
  expect([run.code, run.err]).toEqual([2, `ferrule: ${message}\n`]);
});
