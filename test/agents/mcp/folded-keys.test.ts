/** Keys that a reader without regard to case takes for others never reach the server. */
import { afterEach, describe, expect, it } from 'vitest';
import { foldKey } from '../../../library/fold-key.ts';
import { callsAt, createSessions, READER, serving, textOf, tool } from './support.ts';

const { start, closeAll } = createSessions();
afterEach(closeAll);

it('keys that are equal under simple case folding are equal, over all code points', () => {
  const cased: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (!isSurrogate && (char.toLowerCase() !== char || char.toUpperCase() !== char)) cased.push(char);
  }
  // RegExp compares by simple case folding with the flags i and u (ECMA-262, Canonicalize).
  const all = cased.join('');
  const apart = cased.flatMap((char) =>
    (all.match(new RegExp(char, 'giu')) ?? [])
      .filter((other) => foldKey(other) !== foldKey(char))
      .map((other) => `${char} ${other}`),
  );
  expect(apart).toEqual([]);
  expect(foldKey('ſ')).toBe(foldKey('s'));
  expect(foldKey('\u212a')).toBe(foldKey('k'));
  expect(foldKey('a')).not.toBe(foldKey('b'));
});

const NESTED = {
  type: 'object',
  $defs: { file: { properties: { mode: { type: 'string' } } } },
  properties: {
    path: { type: 'string' },
    list: { type: 'array', items: { properties: { item: {} } } },
    map: { additionalProperties: { properties: { value: {} } } },
    file: { $ref: '#/$defs/file' },
    other: { $ref: 'https://example.com/schema' },
    one: { oneOf: [{ properties: { first: {} } }, { properties: { second: {} } }] },
  },
};

describe('a call', () => {
  const served = serving(() => [
    READER,
    { ...tool('echo'), annotations: { readOnlyHint: true }, inputSchema: NESTED },
  ]);
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['NAME beside name', { name: 'echo', NAME: 'remove', arguments: {} }],
    ['Arguments', { name: 'echo', arguments: {}, Arguments: { path: 'secret' } }],
    ['a long s', { name: 'echo', arguments: {}, 'argument\u017f': {} }],
    ['_META', { name: 'echo', arguments: {}, _META: {} }],
    ['ProgressToken in _meta', { name: 'echo', arguments: {}, _meta: { ProgressToken: 1 } }],
    ['two keys of _meta', { name: 'echo', arguments: {}, _meta: { 'x/a': 1, 'x/A': 2 } }],
    ['TTL of a task', { name: 'echo', arguments: {}, task: { TTL: 1 } }],
    ['two arguments', { name: 'echo', arguments: { a: 1, A: 2 } }],
    ['two keys deep below', { name: 'echo', arguments: { a: [{ b: { '\u212a': 1, k: 2 } }] } }],
    ['a property', { name: 'echo', arguments: { Path: 'secret' } }],
    ['a property of items', { name: 'echo', arguments: { list: [{ ITEM: 1 }] } }],
    ['a property of members', { name: 'echo', arguments: { map: { any: { Value: 1 } } } }],
    ['a property behind a reference', { name: 'echo', arguments: { file: { Mode: 1 } } }],
    ['a property that only another document has', { name: 'echo', arguments: { other: { MODE: 1 } } }],
    ['a property of an alternative', { name: 'echo', arguments: { one: { Second: 1 } } }],
  ])('is refused: %s', async (_, params) => {
    const session = await start(served);
    expect(await session.request('tools/call', params)).toMatchObject({ error: { code: -32602 } });
    expect(callsAt(session)).toBe(0);
  });

  it('is forwarded with its known members only, and with all its arguments', async () => {
    const session = await start(served);
    const known = {
      name: 'echo',
      arguments: { path: 'a', list: [{ item: 1 }], map: { Any: { value: 1 } }, Else: 1, one: { second: 1 } },
      _meta: { progressToken: 7, 'x/Y': 1 },
    };
    const answer = await session.request('tools/call', { ...known, unknown: 1 });
    expect(textOf(answer)).toEqual(['did echo', false]);
    expect(session.atServer.at(-1)?.params).toEqual(known);
  });
});

it.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['resources/read', { uri: 'test://a', URI: 'file:///etc/shadow' }],
  ['completion/complete', { ref: { type: 'ref/prompt', Name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['prompts/get', { name: 'a', arguments: { a: 'b', A: 'c' } }],
])('a %s is refused', async (method, params) => {
  const session = await start();
  expect(await session.request(method, params)).toMatchObject({ error: { code: -32602 } });
  expect(session.atServer).toEqual([]);
});

it('rules decide on the members that are forwarded', async () => {
  const session = await start();
  await session.request('resources/read', { uri: 'test://a', extra: 1 });
  expect(session.atServer.at(-1)?.params).toEqual({ uri: 'test://a' });
});

it('a notification with such a key is dropped', async () => {
  const session = await start();
  session.reply({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1, RequestId: 2 },
  });
  await session.request('ping');
  expect(session.atServer.map(({ method }) => method)).toEqual(['ping']);
});

describe('the server', () => {
  it('cannot send a request with such a key, only with known members', async () => {
    const session = await start();
    const ask = (id: number, params: object): void =>
      session.say({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { ...params } });
    ask(1, { message: 'harmless', MESSAGE: 'not so' });
    await expect.poll(() => session.atServer.at(-1)).toMatchObject({ id: 1, error: { code: -32602 } });
    ask(2, { message: 'harmless', unknown: 1 });
    await expect.poll(() => session.atClient.at(-1)?.params).toEqual({ message: 'harmless' });
    session.reply({ jsonrpc: '2.0', id: 2, result: { action: 'decline', Action: 'accept' } });
    await expect.poll(() => session.atServer.at(-1)).toMatchObject({ id: 2, error: { code: -32600 } });
    session.reply({ jsonrpc: '2.0', id: 2, result: { action: 'accept' } });
    await session.request('ping');
    expect(session.atServer.at(-1)?.method).toBe('ping');
  });

  it('cannot answer with such a key', async () => {
    const session = await start(() => ({ content: [], Content: [] }));
    expect(await session.request('ping')).toMatchObject({ error: { code: -32603 } });
  });

  it('cannot notify with such a key', async () => {
    const session = await start();
    session.say({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'a', DATA: 'b' } });
    await session.request('ping');
    expect(session.atClient).toEqual([]);
  });
});
