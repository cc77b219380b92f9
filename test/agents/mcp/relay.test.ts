import { afterEach, describe, expect, it } from 'vitest';
import type { GateOptions } from '../../../agents/gate/gate.ts';
import { FAULTS } from '../gate/support/policy.ts';
import {
  callsAt,
  createSessions,
  engine,
  READER,
  serving,
  textOf,
  tool,
  TOOLS,
  type Answerer,
} from './support.ts';

const { start, closeAll } = createSessions();
afterEach(closeAll);

describe('a listing', () => {
  it('shows what the rules allow or escalate, and nothing else', async () => {
    expect(await (await start()).names()).toEqual(['read_text_file', 'write_file', 'once']);
  });

  it('sends no approval request', async () => {
    const gate = { engine } satisfies GateOptions;
    const session = await start(undefined, { gate });
    await session.names();
    const [refused] = textOf(await session.call('write_file', { path: 'a' }));
    expect(refused).toMatchObject({ needs_approval: 'writing needs a person' });
  });

  it('has the pages of the server, and keeps what else they say', async () => {
    const session = await start((_, { cursor }) =>
      cursor === undefined
        ? { tools: [READER], nextCursor: 'more' }
        : { tools: [tool('write_file')], ttlMs: 5, cacheScope: 'public' },
    );
    const { result } = await session.request('tools/list', { _meta: { progressToken: 1, traceparent: 't' } });
    expect(result).toMatchObject({ tools: [READER, tool('write_file')], ttlMs: 5, cacheScope: 'private' });
    expect(session.atServer.map(({ params }) => params)).toEqual([
      { _meta: { traceparent: 't' } },
      { _meta: { traceparent: 't' }, cursor: 'more' },
    ]);
    expect(await session.request('tools/list', { cursor: 'more' })).toMatchObject({
      error: { code: -32602 },
    });
  });

  it.each<readonly [string, Answerer]>([
    ['that never ends', () => ({ tools: [], nextCursor: 'more' })],
    ['without tools', () => ({})],
    ['of nameless tools', () => ({ tools: [{ inputSchema: {} }] })],
    [
      'that is refused',
      () => {
        throw new Error('no');
      },
    ],
    ['that never comes', () => undefined],
  ])('%s is an error, and nothing can be called', async (_, answer) => {
    const session = await start(answer, { timeoutMs: 20 });
    expect(await session.request('tools/list')).toMatchObject({ error: { code: -32603 } });
    expect(await session.call('read_text_file', {})).toMatchObject({ error: { code: -32603 } });
    expect(callsAt(session)).toBe(0);
  });
});

/** Metadata in a request of a client without sessions. */
const STATELESS = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

describe('a call', () => {
  it('that the rules allow reaches the server as it is, and its result the client', async () => {
    const session = await start();
    const params = { name: 'read_text_file', arguments: { path: 'a' }, _meta: { progressToken: 7 } };
    expect(textOf(await session.request('tools/call', params))).toEqual(['did read_text_file', false]);
    expect(session.atServer.at(-1)?.params).toEqual(params);
  });

  it('that the rules deny is a result that the model can read, with its reason and its decision', async () => {
    const session = await start();
    expect(textOf(await session.call('read_text_file', { path: 'secret' }))).toEqual([
      {
        denied: 'default decision (no rules fired)',
        code: 'deny',
        decision_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
      true,
    ]);
    expect(callsAt(session)).toBe(0);
  });

  it('is decided as a call, whatever the server hints', async () => {
    const hinting = tool('remove', { annotations: { readOnlyHint: true, listing: true } });
    const session = await start(serving(() => [hinting]));
    expect(await session.names()).toEqual(['remove']);
    expect(textOf(await session.call('remove'))).toMatchObject([{ code: 'deny' }, true]);
  });

  it.each([
    ['without a name', undefined, {}],
    ['with a name that is not a text', 7, {}],
    ['with arguments that are not an object', 'read_text_file', ['a']],
    ['with arguments that are null', 'read_text_file', null],
  ])('%s is refused', async (_, name, args) => {
    const session = await start();
    expect(await session.call(name, args)).toMatchObject({ error: { code: -32602 } });
    expect(callsAt(session)).toBe(0);
  });

  it('of a tool that the server does not list is refused', async () => {
    const session = await start();
    expect(textOf(await session.call('unlisted', {}))).toMatchObject([{ code: 'unknown_tool' }, true]);
    expect(callsAt(session)).toBe(0);
  });

  it.each(FAULTS)('is refused when the gate fails: %s', async (code, gate, name) => {
    const session = await start(
      serving(() => [tool(name)]),
      { gate },
    );
    expect(textOf(await session.call(name, {}))).toMatchObject([{ code }, true]);
    // A client without sessions receives a result marked as final.
    const stateless = await session.request('tools/call', { name, arguments: {}, _meta: STATELESS });
    expect([textOf(stateless), stateless.result]).toMatchObject([
      [{ code }, true],
      { resultType: 'complete' },
    ]);
    expect(callsAt(session)).toBe(0);
  });

  it('is an error when the server cannot be reached', async () => {
    const session = await start(
      serving(() => TOOLS),
      { fails: 'tools/call' },
    );
    const answer = await session.call('read_text_file', {});
    expect(answer.error).toMatchObject({ code: -32603, message: 'the server is away' });
    expect(textOf(await session.call('remove', {}))).toMatchObject([{ code: 'deny' }, true]);
  });

  it('teaches the rules what came back', async () => {
    const session = await start();
    expect(textOf(await session.call('once', {}))).toEqual(['did once', false]);
    expect(textOf(await session.call('once', {}))).toMatchObject([{ denied: 'something was seen' }, true]);
  });

  it('shows no result that the rules could not be taught', async () => {
    const decider = {
      decide: () => ({
        decision: 'allow',
        reason: '',
        metadata: {},
        obligations: [],
        decisionId: null,
        rulesetHash: null,
      }),
      keep: () => {
        throw new RangeError('the session has more facts than can be stored');
      },
    };
    const session = await start(undefined, { gate: { decider } });
    expect(textOf(await session.call('remove', {}))).toMatchObject([{ code: 'observation_failed' }, true]);
  });
});

describe('other methods', () => {
  it.each([
    'initialize',
    'ping',
    'server/discover',
    'prompts/list',
    'resources/list',
    'subscriptions/listen',
  ])('pass: %s', async (method) => {
    const session = await start();
    expect(textOf(await session.request(method, {}))).toEqual([method, false]);
  });

  it('are decided under their name', async () => {
    const session = await start();
    expect(textOf(await session.request('resources/read', { uri: 'test://a' }))).toEqual([
      'resources/read',
      false,
    ]);
    expect(await session.request('resources/read', { uri: 'file:///etc/passwd' })).toMatchObject({
      error: { code: -31403, data: { code: 'deny', decision_id: expect.any(String) as string } },
    });
    expect(await session.request('prompts/get', { name: 'p' })).toMatchObject({ error: { code: -31403 } });
  });

  it('teach the rules what came back, if anything did', async () => {
    const answer: Answerer = (method, params) =>
      method === 'logging/setLevel' ? { _meta: {} } : serving(() => TOOLS)(method, params);
    const session = await start(answer, { passed: ['logging/setLevel'] });
    await session.request('logging/setLevel', { level: 'info' });
    expect(textOf(await session.call('once', {}))[1]).toBe(false);
    const other = await start(answer);
    await other.request('resources/read', { uri: 'test://a' });
    expect(textOf(await other.call('once', {}))).toMatchObject([{ denied: 'something was seen' }, true]);
  });

  it('show nothing that the rules could not be taught', async () => {
    const allow = { decision: 'allow', reason: '', metadata: {}, obligations: [] };
    const decider = {
      decide: () => ({ ...allow, decisionId: null, rulesetHash: null }),
      keep: () => Promise.reject(new Error('the store is away')),
    };
    const session = await start(undefined, { gate: { decider } });
    expect(await session.request('resources/read', { uri: 'test://a' })).toMatchObject({
      error: { code: -31403, message: 'the store is away', data: { code: 'observation_failed' } },
    });
    // Responses without facts are not recorded.
    const empty = await start(() => ({ tools: [] }), { gate: { decider } });
    expect(await empty.request('ping')).toMatchObject({ result: {} });
    const silent = await start(() => ({}), { gate: { decider } });
    expect(await silent.request('logging/setLevel', { level: 'info' })).toMatchObject({ result: {} });
  });

  it('are not decided if --pass lists them', async () => {
    const session = await start(undefined, { passed: ['prompts/get'] });
    expect(textOf(await session.request('prompts/get', { name: 'p' }))).toEqual(['did p', false]);
  });

  it('that are unknown are denied, from both sides', async () => {
    const session = await start();
    expect(await session.request('tools/run', { name: 'x' })).toMatchObject({ error: { code: -32601 } });
    session.say({ jsonrpc: '2.0', id: 's-1', method: 'files/send', params: {} });
    session.notify('notifications/unheard');
    await session.request('ping');
    expect(session.atClient).toEqual([]);
    expect(session.atServer).toMatchObject([{ id: 's-1', error: { code: -32601 } }, { method: 'ping' }]);
  });

  it('of the server reach the client, and the responses reach the server', async () => {
    const session = await start();
    session.say({ jsonrpc: '2.0', id: 's-1', method: 'roots/list' });
    session.say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } });
    session.notify('notifications/initialized');
    await session.request('ping');
    expect(session.atClient).toMatchObject([{ method: 'roots/list' }, { method: 'notifications/progress' }]);
    expect(session.atServer).toMatchObject([{ method: 'notifications/initialized' }, { method: 'ping' }]);
  });
});
