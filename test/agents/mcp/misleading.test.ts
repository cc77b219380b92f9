/** Definitions, headers and ids by which a server or a client could mislead the proxy. */
import { afterEach, describe, expect, it } from 'vitest';
import { callsAt, createSessions, engine, READER, serving, textOf, TOOLS, type Answerer } from './support.ts';

const { start, closeAll } = createSessions();
afterEach(closeAll);

/** Metadata in a request of a client without sessions. */
const STATELESS = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

describe('a tool that requires headers that are not allowed', () => {
  const named = (header: unknown, type = 'string') => ({ type, 'x-mcp-header': header });
  it.each<readonly [string, object]>([
    ['of a number', { properties: { path: named('Path', 'number') } }],
    ['of an object', { properties: { path: named('Path', 'object') } }],
    ['without a name', { properties: { path: named('') } }],
    ['by a name that is not a text', { properties: { path: named(7) } }],
    ['by a name that ends a header', { properties: { path: named('Path\r\nX: y') } }],
    ['by one name twice', { properties: { path: named('Path'), other: named('PATH') } }],
    ['of all arguments', named('All', 'object')],
    ['of items', { properties: { path: { type: 'array', items: named('Path') } } }],
    ['of one of several', { oneOf: [{ properties: { path: named('Path') } }] }],
    ['of a definition', { $defs: { path: named('Path') } }],
    ['of what no chain of properties leads to', { not: { properties: { path: named('Path') } } }],
  ])(
    '%s is neither listed nor callable without sessions, and with them the headers do not matter',
    async (_, more) => {
      const listed = [READER, { ...READER, name: 'echo', inputSchema: { type: 'object', ...more } }];
      const session = await start(serving(() => listed));
      const { result } = await session.request('tools/list', { _meta: STATELESS });
      expect(result?.['tools']).toEqual([READER]);
      expect(session.told.at(-1)).toBe(
        'the tool "echo" is left out: its definition requires headers that are not allowed',
      );
      const params = { name: 'echo', arguments: { path: 'a' } };
      const refused = await session.request('tools/call', { ...params, _meta: STATELESS });
      expect(textOf(refused)).toMatchObject([{ code: 'definition_invalid' }, true]);
      expect(callsAt(session)).toBe(0);
      expect(textOf(await session.request('tools/call', params))).toEqual(['did echo', false]);
    },
  );

  it('is not a tool whose arguments have such names', async () => {
    const inputSchema = { type: 'object', properties: { 'x-mcp-header': { type: 'string' } } };
    const session = await start(serving(() => [{ ...READER, inputSchema }]));
    const params = { name: READER.name, arguments: { path: 'a' }, _meta: STATELESS };
    expect(textOf(await session.request('tools/call', params))).toEqual(['did read_text_file', false]);
  });
});

it('a call whose client has gone before its headers were read is not made', async () => {
  const session = await start(undefined, { headersOf: () => null });
  void session.request('tools/call', { name: 'once', arguments: {}, _meta: STATELESS });
  await session.request('ping');
  expect(callsAt(session)).toBe(0);
});

describe('an id that is not what it seems', () => {
  const params = { name: 'once', arguments: {} };
  /** Sends no responses by itself. */
  const silent: Answerer = (method) => (method === 'tools/list' ? { tools: TOOLS } : undefined);
  const answer = (id: string | number, text: string) =>
    ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }) as const;

  it('of two requests at once is refused for the second, so that the rules learn of the first', async () => {
    const session = await start(silent);
    for (const method of ['tools/call', 'ping'])
      session.reply({ jsonrpc: '2.0', id: 'same', method, params: { ...params } });
    await expect.poll(() => session.atClient.length).toBe(1);
    expect(session.atClient).toMatchObject([{ id: 'same', error: { code: -32600 } }]);
    session.say(answer('same', 'did once'));
    await expect.poll(() => session.atClient.length).toBe(2);
    expect(textOf(await session.call('once', {}))).toMatchObject([{ denied: 'something was seen' }, true]);
  });

  it('drops a response that no request waits for', async () => {
    const session = await start(silent);
    session.reply({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    await expect.poll(() => callsAt(session)).toBe(1);
    session.say(answer('7', 'unlearned'));
    session.say(answer(7, 'learned'));
    session.say(answer(7, 'again'));
    await expect.poll(() => session.told.length).toBe(3);
    expect(session.atClient).toEqual([answer(7, 'learned')]);
    expect(session.told.slice(1)).toEqual([
      'dropped a response of the server that no request waits for: "7"',
      'dropped a response of the server that no request waits for: 7',
    ]);
  });
});

it('an approval is for one call, whatever id the client gives to the next', async () => {
  const gate = { engine };
  const session = await start(undefined, { gate, elicits: true });
  const write = (id: string): void =>
    session.reply({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'write_file', arguments: {} },
    });
  const declares = { capabilities: { elicitation: {} } };
  session.reply({ jsonrpc: '2.0', id: 'i', method: 'initialize', params: declares });
  write('w');
  await expect.poll(() => session.atClient.at(-1)?.method).toBe('elicitation/create');
  const { id = '' } = session.atClient.at(-1) ?? {};
  session.reply({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } });
  await expect.poll(() => callsAt(session)).toBe(1);
  write('w');
  await expect
    .poll(() => session.atClient.filter(({ method }) => method === 'elicitation/create').length)
    .toBe(2);
  expect(callsAt(session)).toBe(1);
});
