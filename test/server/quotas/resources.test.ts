/** A token at its limit of a resource, beside limits over all tokens that leave room for one more. */
import { afterEach, describe, expect, it } from 'vitest';
import { connectRaw, opened, sent, streamIds } from '../grpc/frames.ts';
import { connect } from '../grpc/support.ts';
import { createQuotas } from '../../../server/quotas/quotas.ts';
import { limitsOf, RESOURCES } from '../../../server/quotas/resources.ts';
import { readConfiguration } from '../../../server/settings/configuration.ts';
import { startApprovals, callOf, tokenOf } from '../approvals/support.ts';
import { evaluate, expectServed, GREEDY, MODEST, startShared, unfinished, type Shared } from './support.ts';

describe('beside a token that holds all it may of', () => {
  let shared: Shared;
  afterEach(() => shared.close());

  async function createSession(token: string, id: string, text = ''): Promise<unknown> {
    const { service } = shared;
    const made = await service.post('/v1/sessions', { ruleset: 'rules', session_id: id }, { token });
    if (made.status >= 300 || text === '') return [made.status, made.json['error']];
    const fact = { session_id: id, template: 'doc', data: { n: 1, text } };
    const { status, json } = await service.post('/v1/facts', fact, { token });
    return [status, json['error']];
  }

  it('sessions', async () => {
    shared = await startShared({ SERVICE_MAX_SESSIONS: '3' });
    for (const id of ['a', 'b', 'c']) expect(await createSession(GREEDY, id)).toEqual([201, undefined]);
    expect(await createSession(GREEDY, 'd')).toEqual([503, 'session_limit_exceeded']);
    expect(await createSession(MODEST, 'a')).toEqual([201, undefined]);
    await expectServed(shared);
  });

  it('bytes of sessions, of which all tokens have few', async () => {
    shared = await startShared({
      SERVICE_MAX_TOKEN_SESSIONS_BYTES: '1000',
      SERVICE_MAX_SESSIONS_BYTES: '2000',
    });
    const text = 'x'.repeat(400);
    for (const id of ['a', 'b']) expect(await createSession(GREEDY, id, text)).toEqual([200, undefined]);
    expect(await createSession(GREEDY, 'c', text)).toEqual([503, 'session_limit_exceeded']);
    expect(await createSession(MODEST, 'a', text)).toEqual([200, undefined]);
  });

  it('bytes, of which all tokens have few', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_BYTES: '100000', SERVICE_MAX_QUEUE_BYTES: '110000' });
    const held = unfinished(shared, GREEDY, 99_000);
    await expect
      .poll(async () => (await shared.service.request('GET', '/metrics', { token: MODEST })).text)
      .toContain('ferrule_quota_held_most{resource="bytes"} 99000');
    await expectServed(shared);
    held.destroy();
  });

  it('subscriptions, of which all tokens have few', async () => {
    shared = await startShared({ SERVICE_MAX_TOKEN_SUBSCRIPTIONS: '3', SERVICE_MAX_SUBSCRIPTIONS: '4' });
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
    const begun = await Promise.all(Array.from({ length: 10 }, () => follow(GREEDY)));
    expect(begun.filter((what) => what === 'begun')).toHaveLength(3);
    expect(await follow(MODEST)).toBe('begun');
    client.close();
  });

  it('requests of its connection', async () => {
    shared = await startShared({ SERVICE_MAX_CONNECTION_REQUESTS: '5' });
    const greedy = await connectRaw(shared.service.address);
    const path = '/ferrule.v1.RuleService/Evaluate';
    // Streams beyond the limit are refused one by one.
    for (const id of streamIds(20))
      greedy.write([opened(id, path, { token: GREEDY }), sent(id, Buffer.alloc(10), 100, false)]);
    await expect
      .poll(async () => (await shared.service.request('GET', '/metrics', { token: MODEST })).text)
      .toContain('ferrule_quota_held{resource="requests"} 6\n');
    const modest = connect(shared.service.address);
    const asked = { ruleset: 'rules', facts: [{ template: 'doc', data_json: '{"n":1}' }] };
    expect((await modest.call('Evaluate', asked, { token: MODEST }))['decision']).toBe('allow');
    await expectServed(shared);
    greedy.close();
    modest.close();
  });

  it('the thread that reads large messages', async () => {
    shared = await startShared();
    const client = connect(shared.service.address);
    const modest = connect(shared.service.address);
    const asked = {
      ruleset: 'rules',
      facts: [{ template: 'doc', data_json: JSON.stringify({ n: 1, text: 'x'.repeat(200_000) }) }],
    };
    let served = 0;
    let isOver = false;
    const senders = Array.from({ length: 50 }, async () => {
      while (!isOver) {
        await client.call('Evaluate', asked, { token: GREEDY });
        served++;
      }
    });
    await expect.poll(() => served).toBeGreaterThan(0);
    for (let i = 0; i < 10; i++) {
      const before = served;
      expect((await modest.call('Evaluate', asked, { token: MODEST }))['decision']).toBe('allow');
      // All 50 would precede each otherwise, some of them twice: the thread reads, and a worker decides.
      expect(served - before).toBeLessThan(50);
    }
    isOver = true;
    await Promise.all(senders);
    await evaluate(shared, MODEST);
    client.close();
    modest.close();
  });
});

it('waits for approvals: a token at its limit does not keep another from waiting', async () => {
  const service = await startApprovals({ SERVICE_MAX_TOKEN_WAITS: '2' });
  const idOf = async (name: string): Promise<string> => {
    const { json } = await service.post('/v1/calls', callOf('write'), { token: tokenOf(name) });
    return (json['approval'] as { readonly id: string }).id;
  };
  const [greedy, modest] = [await idOf('gateway'), await idOf('other')];
  const wait = (name: string, id: string) =>
    service.request('GET', `/v1/approvals/${id}?wait=30`, { token: tokenOf(name) });
  const held = [wait('gateway', greedy), wait('gateway', greedy)];
  await expect
    .poll(async () => (await wait('gateway', greedy)).json['detail'])
    .toContain('2 waits for an approval (SERVICE_MAX_TOKEN_WAITS)');
  const waiting = wait('other', modest);
  await service.post(`/v1/approvals/${modest}`, { decision: 'approved' }, { token: tokenOf('ann') });
  expect((await waiting).json['state']).toBe('approved');
  await service.post(`/v1/approvals/${greedy}`, { decision: 'rejected' }, { token: tokenOf('ann') });
  for (const { json } of await Promise.all(held)) expect(json['state']).toBe('rejected');
  await service.close();
});

describe('of every resource', () => {
  const read = readConfiguration({});
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const limits = limitsOf(read.configuration);

  it.each(Object.keys(RESOURCES) as (keyof typeof RESOURCES)[])('%s', (resource) => {
    const quotas = createQuotas({
      ...limits,
      [resource]: {
        token: { most: 2, setting: 'SERVICE_MAX_TOKEN_REQUESTS' },
        all: { most: 3, setting: 'SERVICE_MAX_QUEUE' },
      },
    });
    const take = (actor: string): unknown => quotas.take(resource, quotas.accountOf(actor), null, 1)?.code;
    expect([take('greedy'), take('greedy'), take('greedy')]).toEqual([undefined, undefined, 'overloaded']);
    expect(take('modest')).toBe(undefined);
    expect(take('modest')).toBe('overloaded');
  });

  // An MCP server has one token, so that processes of a token and of all are the same.
  it.each(['bytes', 'subscriptions'] as const)(
    'the default of a token is below that of all: %s',
    (resource) => {
      const { token, all } = limits[resource] as Required<(typeof limits)['bytes']>;
      expect(token!.most).toBeLessThanOrEqual(all!.most / 2);
    },
  );
});
