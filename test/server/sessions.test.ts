import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, always } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

let service: TestService;
let last = 0;

beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS, 'other.yaml': always('allow', 'other') });
});
afterAll(() => service.close());

async function openSession(on: TestService = service, ruleset = 'access'): Promise<string> {
  const id = `session-${++last}`;
  const { status } = await on.post('/v1/evaluate', { ruleset, facts: [], session_id: id });
  expect(status).toBe(200);
  return id;
}

function assertAgent(session_id: string, data: object, on: TestService = service): Promise<Reply> {
  return on.post('/v1/facts', { session_id, template: 'agent', data });
}

async function agents(session_id: string, filter: object | null = null): Promise<unknown> {
  return (await service.post('/v1/query', { session_id, template: 'agent', filter })).json['facts'];
}

describe('a session', () => {
  test('holds the facts asserted into it, and evaluates them', async () => {
    const session_id = await openSession();
    expect((await assertAgent(session_id, { id: 'ann', clearance: 'secret' })).json).toEqual({
      success: true,
    });
    const { json } = await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id });
    expect(json['decision']).toBe('allow');
  });

  test('gives the same answer twice: a request leaves nothing behind', async () => {
    const session_id = await openSession();
    await assertAgent(session_id, { id: 'ann', clearance: 'secret' });
    const facts = [{ template: 'agent', data: { id: 'bob', clearance: 'secret' } }];
    const first = await service.post('/v1/evaluate', { ruleset: 'access', facts, session_id });
    const second = await service.post('/v1/evaluate', { ruleset: 'access', facts, session_id });
    expect(second.json['rule_trace']).toEqual(first.json['rule_trace']);
    expect(await agents(session_id)).toHaveLength(1);
  });

  test('returns defaults, coerced values and every digit for a query', async () => {
    const session_id = await openSession();
    const body = `{"session_id":"${session_id}","template":"agent","data":{"id":1.50,"age":-9223372036854775808}}`;
    await service.post('/v1/facts', body);
    const { text } = await service.post('/v1/query', { session_id, template: 'agent' });
    expect(text).toBe('{"facts":[{"id":"1.50","clearance":"public","age":-9223372036854775808}]}');
  });

  test('queries and retracts by plain equality', async () => {
    const session_id = await openSession();
    for (const id of ['a', 'b', 'c']) await assertAgent(session_id, { id, age: 1 });
    expect(await agents(session_id, { id: 'b' })).toHaveLength(1);
    expect(await agents(session_id, { age: '1' })).toHaveLength(0);
    expect(await agents(session_id, { nothing: 1 })).toHaveLength(0);
    expect(await agents(session_id, {})).toHaveLength(3);
    const retract = (filter: object | null): Promise<Reply> =>
      service.request('DELETE', '/v1/facts', { body: { session_id, template: 'agent', filter } });
    expect((await retract({ id: 'b' })).json).toEqual({ retracted_count: 1 });
    expect((await retract({ id: 'b' })).json).toEqual({ retracted_count: 0 });
    expect((await retract(null)).json).toEqual({ retracted_count: 2 });
  });

  test('is bound to its ruleset, however that is spelt', async () => {
    const session_id = await openSession();
    const evaluate = (ruleset: string): Promise<Reply> =>
      service.post('/v1/evaluate', { ruleset, facts: [], session_id });
    expect((await evaluate('./access.yaml')).status).toBe(200);
    const { status, json } = await evaluate('other');
    expect([status, json['error']]).toEqual([409, 'session_ruleset_mismatch']);
  });

  test('ends when it is deleted', async () => {
    const session_id = await openSession();
    const end = (): Promise<Reply> => service.request('DELETE', `/v1/sessions/${session_id}`);
    expect((await end()).json).toEqual({ deleted: true });
    expect((await end()).json).toEqual({ error: 'session_expired', detail: 'session not found' });
    expect((await assertAgent(session_id, { id: 'a' })).status).toBe(404);
  });

  test('takes operations in the order in which they came', async () => {
    const session_id = await openSession();
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => assertAgent(session_id, { id: String(i) })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await agents(session_id)).toHaveLength(60);
  });

  test('is found whatever way its id is written in the body', async () => {
    const session_id = await openSession();
    const body = `{"template":"agent","data":{"id":"x"},"session\\u005fid":"${session_id}"}`;
    expect((await service.post('/v1/facts', body)).status).toBe(200);
    const nested = `{"data":{"id":"\\"session_id\\":\\"no\\""},"template":"agent","session_id":"no","session_id":"${session_id}"}`;
    expect((await service.post('/v1/facts', nested)).status).toBe(200);
    expect(await agents(session_id)).toHaveLength(2);
  });

  test('goes on under the rules of a file that has changed', async () => {
    await service.write('moving.yaml', ACCESS);
    const session_id = await openSession(service, 'moving');
    await assertAgent(session_id, { id: 'ann', clearance: 'secret' });
    await service.write('moving.yaml', ACCESS.replace('{id} may', '{id} might'));
    const evaluate = (): Promise<Reply> =>
      service.post('/v1/evaluate', { ruleset: 'moving', facts: [], session_id });
    expect((await evaluate()).json['reason']).toBe('ann might');
    await service.write('moving.yaml', always('allow', 'without agents'));
    expect((await evaluate()).json['error']).toBe('session_ruleset_mismatch');
    await service.write('moving.yaml', ACCESS);
    expect((await evaluate()).json['reason']).toBe('ann may');
  });
});

describe('a refused operation', () => {
  test.each(['facts', 'query'])('on an unknown session of /v1/%s is 404', async (path) => {
    const { status, json } = await service.post(`/v1/${path}`, {
      session_id: 'no',
      template: 'agent',
      ...(path === 'facts' ? { data: {} } : {}),
    });
    expect(status).toBe(404);
    expect(json).toEqual({ error: 'session_not_found', detail: 'session not found' });
  });

  test('on an unknown session of DELETE /v1/facts is 404', async () => {
    const body = { session_id: 'no', template: 'agent' };
    expect((await service.request('DELETE', '/v1/facts', { body })).json['detail']).toBe('session not found');
  });

  test('of an unknown template says so', async () => {
    const session_id = await openSession();
    for (const [method, path] of [
      ['POST', '/v1/facts'],
      ['POST', '/v1/query'],
      ['DELETE', '/v1/facts'],
    ] as const) {
      const body = {
        session_id,
        template: 'agnt',
        ...(path === '/v1/facts' && method === 'POST' ? { data: {} } : {}),
      };
      const { status, json } = await service.request(method, path, { body });
      expect(status).toBe(422);
      const detail = "Unknown template 'agnt'. Did you mean 'agent'?";
      expect(json).toMatchObject({ error: 'validation_error', detail });
    }
  });

  test('of a fleet fact is a scope error', async () => {
    const body = { session_id: await openSession(), template: 'fleet-fact', data: { id: 'a' } };
    expect((await service.post('/v1/facts', body)).json['error']).toBe('scope_error');
  });

  test.each([
    ['POST', '/v1/facts', { template: 'a', data: {} }, 'session_id'],
    ['POST', '/v1/facts', { session_id: 'a', data: {} }, 'template'],
    ['POST', '/v1/facts', { session_id: 'a', template: 'a' }, 'data'],
    ['POST', '/v1/facts', { session_id: 'a', template: 'a', data: null }, 'data'],
    ['POST', '/v1/query', { session_id: 'a' }, 'template'],
    ['POST', '/v1/query', { session_id: 'a', template: 'a', filter: 3 }, 'filter'],
    ['DELETE', '/v1/facts', { session_id: 3, template: 'a' }, 'session_id'],
  ])('%s %s of %j names the field', async (method, path, body, field) => {
    const { status, json } = await service.request(method, path, { body });
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: 'validation_error', field });
  });
});

describe('limits', () => {
  test('hold at and just past the number of sessions and facts', async () => {
    const small = await startTestService(
      { 'access.yaml': ACCESS },
      { SERVICE_MAX_SESSIONS: '2', SERVICE_MAX_SESSION_FACTS: '3' },
    );
    const first = await openSession(small);
    await openSession(small);
    const third = { ruleset: 'access', facts: [], session_id: 'third' };
    const refused = await small.post('/v1/evaluate', third);
    expect([refused.status, refused.json['error']]).toEqual([503, 'session_limit_exceeded']);
    for (const id of ['a', 'b', 'c']) expect((await assertAgent(first, { id }, small)).status).toBe(200);
    const full = await assertAgent(first, { id: 'd' }, small);
    expect([full.status, full.json['error']]).toEqual([409, 'session_facts_exceeded']);
    await small.request('DELETE', `/v1/sessions/${first}`);
    expect((await small.post('/v1/evaluate', third)).status).toBe(200);
    await small.close();
  });

  test('end an unused session', async () => {
    const brief = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_SESSION_TTL_SECONDS: '1' });
    const id = await openSession(brief);
    expect((await assertAgent(id, { id: 'a' }, brief)).status).toBe(200);
    await sleep(1_200);
    expect((await assertAgent(id, { id: 'b' }, brief)).status).toBe(404);
    await brief.close();
  });
});
