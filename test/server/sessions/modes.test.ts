import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, always, HOARDER } from '../support/rulesets.ts';
import { startTestService, type Reply, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS, 'other.yaml': always('allow', 'other') });
});
afterAll(() => service.close());

function evaluate(session_id: string, session?: string, on: TestService = service): Promise<Reply> {
  return on.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id, session });
}

function assertAgent(session_id: string, id: string, on: TestService = service): Promise<Reply> {
  return on.post('/v1/facts', { session_id, template: 'agent', data: { id } });
}

function outcome({ status, json }: Reply): unknown[] {
  return [status, json['error'], json['detail']];
}

const EXPIRED = [404, 'session_expired', 'session not found'];

describe('an evaluation says what it means by its session', () => {
  test('created if it never existed, and reported', async () => {
    expect((await evaluate('plain')).headers.get('ferrule-session')).toBe('created');
    expect((await evaluate('plain')).headers.get('ferrule-session')).toBe('existing');
    const without = await service.post('/v1/evaluate', { ruleset: 'access', facts: [] });
    expect(without.headers.get('ferrule-session')).toBeNull();
  });

  test('create: there must be none', async () => {
    const made = await evaluate('fresh', 'create');
    expect([made.status, made.headers.get('ferrule-session')]).toEqual([200, 'created']);
    expect(outcome(await evaluate('fresh', 'create')).slice(0, 2)).toEqual([409, 'session_exists']);
  });

  test('require: there must be one', async () => {
    expect(outcome(await evaluate('nobody', 'require'))).toEqual([
      404,
      'session_not_found',
      'session not found',
    ]);
    await evaluate('somebody');
    expect((await evaluate('somebody', 'require')).headers.get('ferrule-session')).toBe('existing');
  });

  test('anything else, or without an id, is refused', async () => {
    const wrong = await evaluate('x', 'maybe');
    expect([wrong.status, wrong.json['field']]).toEqual([422, 'session']);
    const none = await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session: 'require' });
    expect([none.status, none.json['field']]).toEqual([422, 'session_id']);
  });
});

describe('a session that has ended', () => {
  test('by DELETE is not taken for one that never was', async () => {
    await evaluate('gone');
    await assertAgent('gone', 'ann');
    await service.request('DELETE', '/v1/sessions/gone');
    expect(outcome(await evaluate('gone'))).toEqual(EXPIRED);
    expect(outcome(await evaluate('gone', 'require'))).toEqual(EXPIRED);
    expect(outcome(await assertAgent('gone', 'bob'))).toEqual(EXPIRED);
    expect(outcome(await service.post('/v1/query', { session_id: 'gone', template: 'agent' }))).toEqual(
      EXPIRED,
    );
    expect(outcome(await service.request('GET', '/v1/sessions/gone'))).toEqual(EXPIRED);
    expect(outcome(await service.request('DELETE', '/v1/sessions/gone'))).toEqual(EXPIRED);
    expect((await evaluate('gone', 'create')).status).toBe(200);
    const { json } = await service.post('/v1/query', { session_id: 'gone', template: 'agent' });
    expect(json['facts']).toEqual([]);
  });

  test('by its time leaves a mark for as long as is set', async () => {
    const brief = await startTestService(
      { 'access.yaml': ACCESS },
      { SERVICE_SESSION_TTL_SECONDS: '1', SERVICE_SESSION_TOMBSTONE_SECONDS: '2' },
    );
    await evaluate('brief', undefined, brief);
    await sleep(1_300);
    expect(outcome(await evaluate('brief', undefined, brief))).toEqual(EXPIRED);
    await sleep(2_300);
    expect((await evaluate('brief', undefined, brief)).headers.get('ferrule-session')).toBe('created');
    await brief.close();
  });
});

describe('the endpoints of sessions', () => {
  test('make one, with the id that is given or one of their own', async () => {
    const made = await service.post('/v1/sessions', { ruleset: 'access', session_id: 'made' });
    expect([made.status, made.json]).toEqual([201, { session_id: 'made', ruleset: 'access.yaml' }]);
    expect((await evaluate('made', 'require')).status).toBe(200);
    const { json } = await service.post('/v1/sessions', { ruleset: 'access' });
    expect((await evaluate(String(json['session_id']), 'require')).status).toBe(200);
  });

  test('refuse what cannot be made', async () => {
    const cases: [unknown, number, string][] = [
      [{ ruleset: 'access', session_id: 'twice' }, 409, 'session_exists'],
      [{ ruleset: 'access', session_id: 'no spaces' }, 422, 'validation_error'],
      [{ ruleset: 'nothing' }, 404, 'ruleset_not_found'],
      [{ session_id: 'x' }, 422, 'validation_error'],
    ];
    await service.post('/v1/sessions', { ruleset: 'access', session_id: 'twice' });
    for (const [body, status, error] of cases) {
      expect(outcome(await service.post('/v1/sessions', body)).slice(0, 2)).toEqual([status, error]);
    }
  });

  test('report ruleset, facts and age', async () => {
    await evaluate('told');
    await assertAgent('told', 'ann');
    await assertAgent('told', 'ann');
    const { json } = await service.request('GET', '/v1/sessions/told');
    expect(json).toEqual({
      session_id: 'told',
      ruleset: 'access.yaml',
      facts: 1,
      bytes: '{"template":"agent","data":{"id":"ann"}}'.length,
      created_at: expect.stringMatching(/^\d{4}-/) as string,
      age_seconds: expect.any(Number) as number,
    });
    for (const id of ['unknown', 'no%20such'])
      expect((await service.request('GET', `/v1/sessions/${id}`)).json['error']).toBe('session_not_found');
  });

  test('are not there on a mounted server', async () => {
    const mounted = await startTestService({ 'access.yaml': ACCESS }, {}, 'access.yaml');
    const { status, json } = await mounted.post('/v1/sessions', { ruleset: 'access' });
    expect([status, json['error']]).toEqual([400, 'sessions_unavailable']);
    await mounted.close();
  });
});

describe('bytes', () => {
  test('of one session are bounded, and room is found again where facts were retracted', async () => {
    const small = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_MAX_SESSION_BYTES: '1000' });
    await evaluate('s', undefined, small);
    const long = (letter: string): string => letter.repeat(300);
    expect((await assertAgent('s', long('a'), small)).status).toBe(200);
    expect((await assertAgent('s', long('b'), small)).status).toBe(200);
    const refused = await assertAgent('s', long('c'), small);
    expect(outcome(refused)).toEqual([
      409,
      'session_facts_exceeded',
      'a session holds at most 1000 bytes of facts',
    ]);
    const filter = { id: long('a') };
    const retract = { session_id: 's', template: 'agent', filter };
    expect((await small.request('DELETE', '/v1/facts', { body: retract })).json).toEqual({
      retracted_count: 1,
    });
    expect((await assertAgent('s', long('c'), small)).status).toBe(200);
    const { json } = await small.request('GET', '/v1/sessions/s');
    expect(json['facts']).toBe(2);
    expect(json['bytes']).toBeLessThanOrEqual(1_000);
    small.pool.kill(0);
    small.pool.kill(1);
    const query = await small.post('/v1/query', { session_id: 's', template: 'agent' });
    expect((query.json['facts'] as { id: string }[]).map(({ id }) => id[0])).toEqual(['b', 'c']);
    await small.close();
  });

  test('of all sessions are bounded, and come back when one ends', async () => {
    const small = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_MAX_SESSIONS_BYTES: '1000' });
    for (const id of ['a', 'b']) {
      await evaluate(id, undefined, small);
      expect((await assertAgent(id, 'x'.repeat(400), small)).status).toBe(200);
    }
    await evaluate('c', undefined, small);
    expect(outcome(await assertAgent('c', 'x'.repeat(400), small)).slice(0, 2)).toEqual([
      503,
      'session_limit_exceeded',
    ]);
    await small.request('DELETE', '/v1/sessions/a');
    expect((await assertAgent('c', 'x'.repeat(400), small)).status).toBe(200);
    await small.close();
  });

  test('that are many are restored in parts, in their order', async () => {
    await evaluate('long');
    const ids = Array.from({ length: 12 }, (_, i) => `${i}-${'x'.repeat(150_000)}`);
    for (const id of ids) await assertAgent('long', id);
    service.pool.kill(0);
    service.pool.kill(1);
    const { json } = await service.post('/v1/query', { session_id: 'long', template: 'agent' });
    expect((json['facts'] as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    await assertAgent('long', 'last');
    const { json: after } = await service.request('GET', '/v1/sessions/long');
    expect(after['facts']).toBe(13);
  });

  test('of engines beyond what a worker may hold make place for others, and are made again', async () => {
    const mebibyte = 1024 * 1024;
    const heavy = await startTestService(
      { 'access.yaml': ACCESS },
      {
        SERVICE_WORKERS: '1',
        SERVICE_WORKER_MEMORY_MB: '128',
        SERVICE_MAX_SESSIONS_BYTES: String(21 * mebibyte),
        SERVICE_EVALUATE_TIMEOUT_MS: '20000',
      },
    );
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      await evaluate(`s${i}`, undefined, heavy);
      statuses.push((await assertAgent(`s${i}`, 'x'.repeat(2 * mebibyte), heavy)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 503, 503]);
    for (const id of ['s0', 's9', 's0']) {
      const { json } = await heavy.post('/v1/query', { session_id: id, template: 'agent' });
      expect(json['facts']).toHaveLength(1);
    }
    await heavy.close();
  });
});

test('a session that kills its worker whenever it is touched is refused, and others are not', async () => {
  const small = await startTestService(
    {
      'hoarder.yaml': HOARDER.slice(0, HOARDER.indexOf('rules:')),
      'access.yaml': ACCESS,
    },
    { SERVICE_WORKER_MEMORY_MB: '64', SERVICE_WORKERS: '1', SERVICE_EVALUATE_TIMEOUT_MS: '60000' },
  );
  await small.post('/v1/evaluate', { ruleset: 'hoarder', facts: [], session_id: 'big' });
  await small.post('/v1/facts', { session_id: 'big', template: 'load', data: { n: 900 } });
  // From now on its fact needs more memory than the worker has.
  await small.write('hoarder.yaml', HOARDER);
  const query = (): Promise<Reply> => small.post('/v1/query', { session_id: 'big', template: 'load' });
  for (let i = 0; i < 4; i++) {
    const { status, json } = await query();
    expect([status, json['error']]).toEqual([503, 'evaluation_limit']);
  }
  expect((await query()).json['detail']).toBe(
    'the session is too large for its worker and can only be ended',
  );
  expect((await evaluate('other', undefined, small)).status).toBe(200);
  expect((await small.request('DELETE', '/v1/sessions/big')).json).toEqual({ deleted: true });
  await small.close();
});
