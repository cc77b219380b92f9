/** Clients and servers of revision 2026-07-28, which has no sessions, on both sides of the proxy over HTTP. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcesses } from './processes.ts';
import { FULL, full } from '../../full.ts';
import { POLICY } from './support.ts';

const CLI = resolve('dist/cli.js');
const SERVER = resolve('test/agents/mcp/modern-server.mjs');
const FILES = resolve('test/agent-sdks/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const TOKEN = 'the-token-of-the-proxy';
const REVISION = '2026-07-28';

const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
const processes = createProcesses(folder, { SERVICE_API_TOKEN: TOKEN });
const { start } = processes;
const open: Client[] = [];
beforeAll(async () => {
  const allowed = 'in([read_text_file, wait, cancelled, grow, later, mirror, misled])';
  await writeFile(
    join(folder, 'policy.yaml'),
    POLICY.replace('"in([read_text_file, echo])"', `"${allowed}"`),
  );
});
afterAll(async () => {
  for (const client of open) await client.close();
  await processes.end();
  await rm(folder, { recursive: true });
});

const proxyArgs = (...options: readonly string[]): string[] => {
  const lock = join(folder, `${processes.count()}.lock`);
  return [CLI, 'mcp', 'proxy', '--ruleset', 'policy.yaml', '--lock', lock, ...options];
};
const startProxy = (...options: readonly string[]): Promise<string> =>
  start(proxyArgs('--listen', '127.0.0.1:0', ...options), /listening on (\S+)/);
const startServer = async (): Promise<string> =>
  `http://127.0.0.1:${await start([SERVER, 'http'], /^(\d+)\n/)}/mcp`;

type Mode = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']>['mode'];

async function connect(transport: ConstructorParameters<typeof Object>[0], mode: Mode): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  open.push(client);
  await client.connect(transport as StdioClientTransport);
  return client;
}
const overHttp = (url: string, mode: Mode = { pin: REVISION }): Promise<Client> =>
  connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
    mode,
  );
const call = (client: Client, name: string, path = 'a', options = {}) =>
  client.callTool({ name, arguments: { path } }, options);

const WAYS: readonly (readonly [string, boolean, () => Promise<readonly [string, string]>])[] = [
  [
    'over HTTP before a server that it starts',
    false,
    async () => {
      const url = await startProxy('--', process.execPath, SERVER);
      return [url, 'http'];
    },
  ],
  ['before one that it reaches over HTTP', true, async () => [await startServer(), 'stdio']],
  [
    'over HTTP before one that it reaches over HTTP',
    true,
    async () => {
      const url = await startProxy('--upstream', await startServer());
      return [url, 'http'];
    },
  ],
];

// The first two have both transports on either side.
describe.each(WAYS.slice(0, full(3, 2)))('the proxy %s', (_, isHttp, begin) => {
  /** Over standard input and output each client has a proxy of its own. */
  const itOnce = it.runIf(FULL || !isHttp);
  let another: () => Promise<Client>;
  let client: Client;
  beforeAll(async () => {
    const [url, kind] = await begin();
    another =
      kind === 'http'
        ? () => overHttp(url)
        : () => {
            const env = Object.fromEntries(
              Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
            );
            const args = proxyArgs('--upstream', url);
            const command = process.execPath;
            return connect(new StdioClientTransport({ command, args, cwd: folder, env, stderr: 'ignore' }), {
              pin: REVISION,
            });
          };
    client = await another();
  });

  it('lists and decides', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'modern' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('write_file');
    expect(await call(client, 'read_text_file')).toMatchObject({ content: [{ text: 'read_text_file a' }] });
    for (const answer of [await call(client, 'read_text_file', 'secret'), await call(client, 'write_file')])
      expect(answer).toMatchObject({ isError: true });
  });

  it('repeats arguments in headers where the tool wants that', async () => {
    const args = { path: ' ü', deep: { limit: 7 }, dry: true };
    const { content } = await client.callTool({ name: 'mirror', arguments: args });
    const got = JSON.parse((content as { text: string }[])[0]?.text ?? '') as object;
    const sent = { 'mcp-param-path': '=?base64?IMO8?=', 'mcp-param-limit': '7', 'mcp-param-dry': 'true' };
    expect(got).toEqual(isHttp ? sent : {});
  });

  itOnce('reports to each of two clients its own progress, and neither waits for the other', async () => {
    const other = await another();
    const steps: (readonly unknown[])[] = [[], []];
    const waiting = [client, other].map((each, i) =>
      call(each, 'wait', String(i + 3), {
        onprogress: ({ message }: { message?: string }) => (steps[i] = [...(steps[i] ?? []), message]),
      }),
    );
    expect(await call(client, 'read_text_file')).not.toMatchObject({ isError: true });
    expect(await Promise.all(waiting)).toMatchObject([
      { content: [{ text: 'waited 3' }] },
      { content: [{ text: 'waited 4' }] },
    ]);
    expect(steps.map((each) => [...new Set(each)])).toEqual([['3'], ['4']]);
  });

  it('ends what a client no longer waits for', async () => {
    const left = new AbortController();
    const count = async (): Promise<string> => {
      const { content } = await call(client, 'cancelled');
      return (content as { text: string }[])[0]?.text ?? '';
    };
    const before = await count();
    const onprogress = (): void => left.abort();
    await expect(call(client, 'wait', 'for ever', { signal: left.signal, onprogress })).rejects.toThrow();
    await expect.poll(count).toBe(String(Number(before) + 1));
  });

  it('reports changes to subscribers, and refuses calls of unaccepted definitions', async () => {
    const changed = new Promise<void>((told) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => told());
    });
    await client.listen({ toolsListChanged: true });
    await call(client, 'grow');
    await changed;
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('later');
    expect(JSON.stringify(await call(client, 'later'))).toContain('definition_new');
  });
});

it('lets clients with and without sessions be before one server, and falls back for one with the handshake', async () => {
  const url = await startProxy('--', process.execPath, SERVER);
  for (const mode of ['legacy', 'auto'] as const)
    expect(await call(await overHttp(url, mode), 'read_text_file')).not.toMatchObject({ isError: true });
  await writeFile(join(folder, 'a.txt'), 'hello');
  const old = await overHttp(await startProxy('--', process.execPath, FILES, folder), 'auto');
  expect(await call(old, 'read_text_file', join(folder, 'a.txt'))).toMatchObject({
    content: [{ text: 'hello' }],
  });
});

describe('what is sent without a session', () => {
  let url: string;
  beforeAll(async () => {
    url = await startProxy('--', process.execPath, SERVER);
  });
  const META = 'io.modelcontextprotocol/';
  const request = (method: string, params: object = {}, version = REVISION) => ({
    jsonrpc: '2.0',
    id: 'one',
    method,
    params: {
      ...params,
      _meta: { [`${META}protocolVersion`]: version, [`${META}clientCapabilities`]: {} },
    },
  });
  const post = (body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const said = (method: string, more: object = {}): Readonly<Record<string, string>> => ({
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...more,
  });
  const READ = { name: 'read_text_file', arguments: { path: 'a' } };

  it.each([
    ['in plain', 'read_text_file'],
    ['as Base64', `=?base64?${Buffer.from('read_text_file').toString('base64')}?=`],
  ])('names its tool %s, and gets a response under its own id', async (_, name) => {
    const answer = await post(request('tools/call', READ), said('tools/call', { 'mcp-name': name }));
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { id: 'one', result: { content: [{ text: 'read_text_file a' }] } },
    ]);
  });

  it.each<readonly [string, object, Readonly<Record<string, string>>, number, number]>([
    ['no version', request('tools/list'), { 'mcp-method': 'tools/list' }, 400, -32020],
    ['no method', request('tools/list'), { 'mcp-protocol-version': REVISION }, 400, -32020],
    ['another method', request('tools/list'), said('ping'), 400, -32020],
    ['no name', request('tools/call', READ), said('tools/call'), 400, -32020],
    [
      'another name',
      request('tools/call', READ),
      said('tools/call', { 'mcp-name': 'write_file' }),
      400,
      -32020,
    ],
    [
      'a later version',
      request('tools/list', {}, '2027-01-01'),
      { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' },
      400,
      -32022,
    ],
    ['an unknown method', request('tools/steal'), said('tools/steal'), 404, -32601],
  ])('is refused with %s', async (_, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect([answer.status, await answer.json()]).toMatchObject([status, { id: 'one', error: { code } }]);
  });

  const MIRRORED = { path: 'ü', deep: { limit: 7 }, dry: false };
  const HEADERS = { 'mcp-param-path': '=?base64?w7w=?=', 'mcp-param-limit': '7', 'mcp-param-dry': 'false' };
  const mirror = (args: object, headers: object, name = 'mirror'): Promise<Response> =>
    post(
      request('tools/call', { name, arguments: args }),
      said('tools/call', { 'mcp-name': name, ...headers }),
    );

  it.each<readonly [string, object, object]>([
    ['that say what the body says', MIRRORED, HEADERS],
    ['of an integer that is written otherwise', MIRRORED, { ...HEADERS, 'mcp-param-limit': '7.0' }],
    ['of arguments that are not there', { path: 'ü', dry: null }, { 'mcp-param-path': '=?base64?w7w=?=' }],
    ['that the tool does not know', { path: 'a' }, { 'mcp-param-path': 'a', 'mcp-param-other': 'b' }],
    ['of the empty text', { path: '' }, { 'mcp-param-path': '' }],
  ])('passes with headers %s', async (_, args, headers) => {
    const answer = await mirror(args, headers);
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: { content: [{}] } }]);
  });

  it.each<readonly [string, object, object]>([
    ['without the header of an argument', MIRRORED, { ...HEADERS, 'mcp-param-limit': undefined }],
    ['with that of another value', MIRRORED, { ...HEADERS, 'mcp-param-limit': '8' }],
    ['with that of another truth', MIRRORED, { ...HEADERS, 'mcp-param-dry': 'true' }],
    ['with that of an argument that is not there', { path: 'a' }, { ...HEADERS, 'mcp-param-path': 'a' }],
    ['with two of them', { path: 'a' }, { 'mcp-param-path': 'a, a' }],
    ['with an argument of no form in headers', { path: ['a'] }, { 'mcp-param-path': 'a' }],
    ['with Base64 that is none', { path: 'a' }, { 'mcp-param-path': '=?base64?YQ?=' }],
    ['with Base64 of no UTF-8', { path: '\ufffd' }, { 'mcp-param-path': '=?base64?/w==?=' }],
    ['with a text that looks encoded', { path: '=?base64?YQ==?=' }, { 'mcp-param-path': '=?base64?YQ==?=' }],
  ])('is refused %s', async (_, args, headers) => {
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    const answer = await mirror(args, Object.fromEntries(given));
    const error = { code: -32020, message: expect.stringContaining('the header Mcp-Param-') as string };
    expect([answer.status, await answer.json()]).toMatchObject([400, { id: 'one', error }]);
  });

  it('hides a tool that requires forbidden headers, and refuses calls of it', async () => {
    const listing = await post(request('tools/list'), said('tools/list'));
    const names = ((await listing.json()) as { result: { tools: { name: string }[] } }).result.tools.map(
      ({ name }) => name,
    );
    expect([names.includes('mirror'), names.includes('misled')]).toEqual([true, false]);
    expect(await (await mirror({ path: 'a' }, {}, 'misled')).text()).toContain('definition_invalid');
  });

  it('is refused if its type is not JSON, and accepted if it contains no question', async () => {
    const headers = said('tools/list', { 'content-type': 'text/plain' });
    expect((await post(request('tools/list'), headers)).status).toBe(415);
    const { id: _, ...notification } = request('notifications/cancelled');
    expect((await post(notification, said('notifications/cancelled'))).status).toBe(202);
  });
});

it('reports that its server cannot be started', async () => {
  const url = await startProxy('--', join(folder, 'no-such-command'));
  await expect(overHttp(url)).rejects.toThrow();
  await expect(overHttp(url)).rejects.toThrow();
});
