/**
 * MCP over HTTP has one token and no roles: a token of the service opens no method, whatever its role, and nothing of its
 * message goes on.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readQuotas } from '../../cli/mcp-quotas.ts';
import { listenForAuthors } from '../../agents/mcp/author-server.ts';
import { AUTHOR_TOOLS } from '../../agents/mcp/author-tools.ts';
import type { HttpDoor } from '../../agents/mcp/http-door.ts';
import { startHttpFront } from '../../agents/mcp/http-front.ts';
import { resultMessage, type Wire } from '../../agents/mcp/message.ts';
import { CLIENT_METHODS } from '../../agents/mcp/methods.ts';
import { ROLES } from '../../server/tokens/roles.ts';
import { tokenOf } from '../server/support/tokens-file.ts';

const TOKEN = 'the-token-of-the-door';
const ADDRESS = { host: '127.0.0.1', port: 0, token: TOKEN };
const REVISION = '2026-07-28';
const STRANGERS = [
  ...ROLES.map((role) => `Bearer ${tokenOf(role)}`),
  `Basic ${TOKEN}`,
  TOKEN,
  'Bearer ',
  null,
];

let proxy: HttpDoor;
let authors: HttpDoor;
/** Methods that reached the relay of the proxy. */
const reached: string[] = [];

/** Responds to every request with nothing. */
async function openRelay(client: Wire): Promise<{ readonly closed: Promise<void> }> {
  const closed = new Promise<void>((resolve) => (client.onclose = () => resolve()));
  client.onmessage = ({ id, method }) => {
    reached.push(method ?? '');
    const serverInfo = { name: 'stub', version: '1' };
    if (id !== undefined)
      void client.send(resultMessage(id, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo }));
  };
  await client.start();
  return { closed };
}

beforeAll(async () => {
  const tell = (): void => undefined;
  proxy = await startHttpFront({ ...ADDRESS, quotas: await readQuotas(), open: openRelay, tell });
  authors = await listenForAuthors('.', { ...ADDRESS, quotas: await readQuotas() }, tell);
});
afterAll(() => Promise.all([proxy.close(), authors.close()]));

function post(
  door: HttpDoor,
  authorization: string | null,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(door.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization === null ? {} : { authorization }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function expectUnauthorized(reply: Response): Promise<void> {
  expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await reply.json()).toMatchObject({ id: null, error: { message: 'unauthorized' } });
}

const params = { name: 'x', uri: 'x', taskId: 'x', arguments: {}, level: 'info' };
const claims = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('the proxy', () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  };

  test.each(CLIENT_METHODS)('%s, in a session of the one token', async (method) => {
    const begun = await post(proxy, `Bearer ${TOKEN}`, initialize);
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
    await begun.text();
    reached.length = 0;
    const body = method === 'initialize' ? initialize : { jsonrpc: '2.0', id: 1, method, params };
    for (const stranger of STRANGERS) await expectUnauthorized(await post(proxy, stranger, body, session));
    for (const verb of ['GET', 'DELETE'])
      for (const stranger of STRANGERS) {
        const headers = { ...session, ...(stranger === null ? {} : { authorization: stranger }) };
        await expectUnauthorized(await fetch(proxy.url, { method: verb, headers }));
      }
    expect(reached).toEqual([]);
    const own = method === 'initialize' ? {} : session;
    const reply = await post(proxy, `Bearer ${TOKEN}`, body, own);
    expect(reply.status).toBe(200);
    await reply.text();
    expect(reached).toEqual([method]);
  });

  test.each(CLIENT_METHODS.filter((method) => method !== 'initialize' && method !== 'subscriptions/listen'))(
    '%s, without a session',
    async (method) => {
      const headers = {
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        'mcp-name': 'x',
      };
      const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: claims } };
      reached.length = 0;
      for (const stranger of STRANGERS) await expectUnauthorized(await post(proxy, stranger, body, headers));
      expect(reached).toEqual([]);
      const reply = await post(proxy, `Bearer ${TOKEN}`, body, headers);
      await reply.text();
      expect([reply.status, reached]).toEqual([200, [method]]);
    },
  );
});

test.each(['tools/list', ...AUTHOR_TOOLS.map(({ name }) => name)])('%s of mcp serve', async (name) => {
  const isList = name === 'tools/list';
  const call = { name, arguments: { yaml: 'rules: []' } };
  const body = {
    ...{ jsonrpc: '2.0', id: 1, method: isList ? name : 'tools/call' },
    params: { ...(isList ? {} : call), _meta: claims },
  };
  const headers = {
    'mcp-protocol-version': REVISION,
    'mcp-method': body.method,
    ...(isList ? {} : { 'mcp-name': name }),
  };
  for (const stranger of STRANGERS) await expectUnauthorized(await post(authors, stranger, body, headers));
  const reply = await post(authors, `Bearer ${TOKEN}`, body, headers);
  expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('"result"')]);
});
