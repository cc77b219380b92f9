/** A token at its limits: another one goes on as if it were alone. */
import http from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { connect, refusal, infoOf } from '../grpc/support.ts';
import {
  ASKED,
  evaluate,
  expectServed,
  GREEDY,
  MODEST,
  startShared,
  unfinished,
  type Shared,
} from './support.ts';

let shared: Shared;
afterEach(() => shared.close());

function statusOf(
  request: http.ClientRequest,
): Promise<{ status: number; retry: string | undefined; detail: string }> {
  return new Promise((resolve) =>
    request.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const { detail } = JSON.parse(text) as { detail: string };
        resolve({ status: response.statusCode ?? 0, retry: response.headers['retry-after'], detail });
      });
    }),
  );
}

describe('beside a token that holds all it may of', () => {
  it('requests in flight', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_REQUESTS: '20' });
    const held = Array.from({ length: 20 }, () => unfinished(shared, GREEDY, 10));
    // The request that reads the metrics is one itself.
    await expect
      .poll(async () => (await shared.service.request('GET', '/metrics', { token: MODEST })).text)
      .toContain('ferrule_quota_held{resource="requests"} 21\n');
    const refused = await shared.service.post('/v1/evaluate', ASKED, { token: GREEDY });
    expect(refused.json).toMatchObject({
      error: 'overloaded',
      detail:
        'this token is at its limit of 20 requests in flight (SERVICE_MAX_TOKEN_REQUESTS); try again shortly',
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    await expectServed(shared);
    for (const request of held) request.destroy();
    await expect
      .poll(async () => (await shared.service.post('/v1/evaluate', ASKED, { token: GREEDY })).status)
      .toBe(200);
  });

  it('bytes, which HTTP and gRPC share', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_BYTES: '100000', SERVICE_MAX_QUEUE_BYTES: '10000000' });
    const first = unfinished(shared, GREEDY, 60_000);
    await expect
      .poll(async () => (await shared.service.request('GET', '/metrics', { token: MODEST })).text)
      .toContain('ferrule_quota_held_most{resource="bytes"} 60000');
    const { status, retry, detail } = await statusOf(unfinished(shared, GREEDY, 60_000));
    expect([status, retry]).toEqual([503, '1']);
    expect(detail).toContain('100000 bytes held (SERVICE_MAX_TOKEN_BYTES)');
    const client = connect(shared.service.address);
    const facts = [{ template: 'doc', data_json: JSON.stringify({ n: 1, text: 'x'.repeat(60_000) }) }];
    const refused = await refusal(client.call('Evaluate', { ruleset: 'rules', facts }, { token: GREEDY }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([8, 'overloaded']);
    expect((await client.call('Evaluate', { ruleset: 'rules', facts }, { token: MODEST }))['decision']).toBe(
      'allow',
    );
    await expectServed(shared);
    client.close();
    first.destroy();
  });

  it('subscriptions', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_SUBSCRIPTIONS: '20' });
    for (const token of [GREEDY, MODEST])
      await shared.service.post('/v1/sessions', { ruleset: 'rules', session_id: 's' }, { token });
    const client = connect(shared.service.address);
    const follow = (token: string): Promise<string> =>
      new Promise((resolve) => {
        const call = client.follow('SubscribeChanges', { session_id: 's' }, token);
        call.on('metadata', () => resolve('begun'));
        call.on('data', () => undefined);
        call.on('error', ({ message }) => resolve(message));
      });
    const begun = await Promise.all(Array.from({ length: 30 }, () => follow(GREEDY)));
    expect(begun.filter((what) => what === 'begun')).toHaveLength(20);
    expect(
      begun.filter((what) => what.includes('20 subscriptions (SERVICE_MAX_TOKEN_SUBSCRIPTIONS)')),
    ).toHaveLength(10);
    expect(await follow(MODEST)).toBe('begun');
    await expectServed(shared);
    client.close();
  });

  it('bytes of sessions', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_SESSIONS_BYTES: '1000' });
    const held = async (token: string, id: string): Promise<unknown> => {
      await shared.service.post('/v1/sessions', { ruleset: 'rules', session_id: id }, { token });
      const fact = { session_id: id, template: 'doc', data: { n: 1, text: 'x'.repeat(400) } };
      const { status, json } = await shared.service.post('/v1/facts', fact, { token });
      return [status, json['error'], json['detail']];
    };
    for (const id of ['a', 'b']) expect(await held(GREEDY, id)).toEqual([200, undefined, undefined]);
    expect(await held(GREEDY, 'c')).toEqual([
      503,
      'session_limit_exceeded',
      expect.stringContaining('SERVICE_MAX_TOKEN_SESSIONS_BYTES') as string,
    ]);
    expect(await held(MODEST, 'a')).toEqual([200, undefined, undefined]);
  });

  it('connections, of which the idle go first', async () => {
    shared = await startShared({ SERVICE_MAX_CONNECTIONS: '8' });
    const { hostname, port } = new URL(shared.service.url);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });
    let closed = 0;
    const sockets = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { connect: open } = await import('node:net');
        const socket = open({ host: hostname, port: Number(port) });
        socket.on('error', () => undefined).on('close', () => closed++);
        return socket;
      }),
    );
    await expect.poll(() => closed).toBeGreaterThanOrEqual(22);
    await evaluate(shared, MODEST);
    for (const socket of sockets) socket.destroy();
    agent.destroy();
  });
});

const GRAPH = (id: string, nodes: number): string =>
  `graph: ${id}\nnodes:\n${Array.from(
    { length: nodes },
    (_, i) =>
      `  - { id: n${i}, ruleset: rules.yaml, facts: [{ template: doc, data: { n: ${i} } }]${i > 0 ? `, after: [n${i - 1}]` : ''} }\n`,
  ).join('')}`;

describe('runs of two tokens', () => {
  async function enqueue(token: string, graph: string, more: object = {}) {
    return shared.service.post('/v1/runs', { graph_id: graph, params: {}, ...more }, { token });
  }

  it('take turns, also of one graph, and one token has a bound', async () => {
    const graphs = { 'graphs/one.yaml': GRAPH('one', 20), 'graphs/two.yaml': GRAPH('two', 20) };
    shared = await startShared({ SERVICE_MAX_TOKEN_RUNS: '60', SERVICE_RUN_CONCURRENCY: '2' }, graphs);
    const accepted: number[] = [];
    for (let i = 0; i < 90; i++) accepted.push((await enqueue(GREEDY, i % 2 === 0 ? 'one' : 'two')).status);
    const refused = await enqueue(GREEDY, 'one');
    if (refused.status === 503)
      expect(refused.json).toMatchObject({
        error: 'overloaded',
        detail: expect.stringContaining('60 runs that have not ended (SERVICE_MAX_TOKEN_RUNS)') as string,
      });
    const { headers, status } = await enqueue(MODEST, 'one');
    expect(status).toBe(202);
    const mine = headers.get('location') ?? '';
    const record = async (): Promise<Record<string, unknown>> =>
      (await shared.service.request('GET', mine, { token: MODEST })).json;
    await expect.poll(async () => (await record())['status']).toBe('succeeded');
    const list = await shared.service.request('GET', '/v1/runs?status=pending&limit=100', { token: GREEDY });
    const pending = list.json['runs'] as readonly { readonly attempt: number; readonly graph_id: string }[];
    const { attempt } = await record();
    // Earlier attempts of the other token are still to come.
    expect(pending.some((run) => run.graph_id === 'one' && run.attempt < Number(attempt))).toBe(true);
  });

  it('may have the same idempotency key', async () => {
    const graphs = { 'graphs/one.yaml': GRAPH('one', 1), 'graphs/two.yaml': GRAPH('two', 1) };
    shared = await startShared({}, graphs);
    const key = { idempotency_key: 'alert-17' };
    const locationOf = async (token: string, graph: string): Promise<unknown> => {
      const { status, headers, json } = await enqueue(token, graph, key);
      return status === 202 ? headers.get('location') : json['error'];
    };
    expect(await locationOf(GREEDY, 'one')).toBe('/v1/runs/poc-one?attempt=1');
    expect(await locationOf(MODEST, 'one')).toBe('/v1/runs/poc-one?attempt=2');
    expect(await locationOf(MODEST, 'one')).toBe('/v1/runs/poc-one?attempt=2');
    expect(await locationOf(MODEST, 'two')).toBe('idempotency_conflict');
    expect(await locationOf(GREEDY, 'one')).toBe('/v1/runs/poc-one?attempt=1');
  });

  it('have a bound on the bytes of their params', async () => {
    shared = await startShared(
      { SERVICE_MAX_TOKEN_RUN_BYTES: '1000' },
      { 'graphs/one.yaml': GRAPH('one', 1) },
    );
    const { status, json } = await enqueue(GREEDY, 'one', { params: { text: 'x'.repeat(1_000) } });
    expect([status, json['error']]).toEqual([503, 'overloaded']);
    expect(json['detail']).toContain('SERVICE_MAX_TOKEN_RUN_BYTES');
    expect((await enqueue(MODEST, 'one')).status).toBe(202);
  });
});

const SHARED_FACTS = `
templates:
  - { name: note, scope: fleet, slots: [{ name: text, type: string, required: true }] }
rules:
  - { name: noted, when: [{ template: note }], then: { action: allow, reason: noted } }
`;

describe('the facts of a fleet', () => {
  const start = (settings: Readonly<Record<string, string>>): Promise<Shared> =>
    startShared({ SERVICE_FLEET: 'quotas', ...settings }, { 'fleet.yaml': SHARED_FACTS }, 'fleet.yaml');
  const assert = async (text: string): Promise<unknown> => {
    const { status, json } = await shared.service.post(
      '/v1/fleet/facts',
      { template: 'note', data: { text } },
      { token: GREEDY },
    );
    return [status, json['error'] ?? json['created'], json['detail']];
  };

  it('are bounded in number, and there is room again when one goes', async () => {
    shared = await start({ SERVICE_MAX_FLEET_FACTS: '3' });
    for (const text of ['a', 'b', 'c']) expect(await assert(text)).toEqual([200, true, undefined]);
    expect(await assert('d')).toEqual([
      409,
      'fleet_facts_exceeded',
      'a fleet holds at most 3 facts (SERVICE_MAX_FLEET_FACTS)',
    ]);
    expect(await assert('a')).toEqual([200, false, undefined]);
    const gone = { template: 'note', filter: { text: 'b' } };
    await shared.service.request('DELETE', '/v1/fleet/facts', { token: GREEDY, body: gone });
    expect(await assert('d')).toEqual([200, true, undefined]);
    const query = await shared.service.post('/v1/fleet/query', { template: 'note' }, { token: MODEST });
    expect(query.json['facts']).toHaveLength(3);
  });

  it('are bounded in bytes', async () => {
    shared = await start({ SERVICE_MAX_FLEET_BYTES: '1000' });
    expect(await assert('x'.repeat(600))).toEqual([200, true, undefined]);
    expect(await assert('y'.repeat(600))).toEqual([
      409,
      'fleet_facts_exceeded',
      'a fleet holds at most 1000 bytes of facts (SERVICE_MAX_FLEET_BYTES)',
    ]);
    expect(await assert('z'.repeat(100))).toEqual([200, true, undefined]);
  });
});
