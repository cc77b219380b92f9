import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, always, GREEDY, HOARDER, tooMuch, TROUBLE } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(
    { 'access.yaml': ACCESS, 'trouble.yaml': TROUBLE },
    { SERVICE_EVALUATE_TIMEOUT_MS: '300', SERVICE_WORKERS: '1' },
  );
});
afterAll(() => service.close());

const SECRET = [{ template: 'agent', data: { id: 'ann', clearance: 'secret' } }];

function stuck(on: TestService = service): Promise<Reply> {
  return on.post('/v1/evaluate', { ruleset: 'trouble', facts: tooMuch() });
}

function evaluate(more: object = {}): Promise<Reply> {
  return service.post('/v1/evaluate', { ruleset: 'access', facts: SECRET, ...more });
}

describe('an evaluation that takes too long', () => {
  test('is ended, without effect on other requests', async () => {
    await evaluate();
    const before = Array.from({ length: 10 }, () => evaluate());
    const long = stuck();
    const after = Array.from({ length: 10 }, () => evaluate());
    const reply = await long;
    expect([reply.status, reply.json['error']]).toEqual([503, 'evaluation_timeout']);
    for (const other of await Promise.all([...before, ...after]))
      expect(other.json['decision']).toBe('allow');
  });

  test('is an internal error on the Data API', async () => {
    const input = { load: tooMuch().map(({ data }) => data) };
    const { status, json } = await service.post('/v1/data/trouble', { input });
    expect([status, json['code']]).toEqual([500, 'internal_error']);
  });

  test('loses no session', async () => {
    const session_id = 'kept';
    await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id });
    for (const id of ['a', 'b', 'c']) {
      await service.post('/v1/facts', { session_id, template: 'agent', data: { id } });
    }
    await service.request('DELETE', '/v1/facts', {
      body: { session_id, template: 'agent', filter: { id: 'b' } },
    });
    expect((await stuck()).status).toBe(503);
    const { json } = await service.post('/v1/query', { session_id, template: 'agent' });
    expect((json['facts'] as { id: string }[]).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});

test('a worker that is killed over and over loses nothing', async () => {
  const session_id = 'survivor';
  await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id });
  for (let i = 0; i < 12; i++) {
    const assertion = service.post('/v1/facts', { session_id, template: 'agent', data: { id: String(i) } });
    const evaluation = evaluate();
    if (i % 3 === 0) service.pool.kill(0);
    expect((await assertion).status).toBe(200);
    expect((await evaluation).json['decision']).toBe('allow');
  }
  const { json } = await service.post('/v1/query', { session_id, template: 'agent' });
  expect((json['facts'] as { id: string }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: 12 }, (_, i) => String(i)),
  );
});

test('many sessions side by side lose nothing while workers are killed and their ruleset changes', async () => {
  const many = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_WORKERS: '3' });
  const names = Array.from({ length: 8 }, (_, i) => String(i));
  const fill = async (session_id: string): Promise<void> => {
    await many.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id });
    for (const id of names) {
      const { status } = await many.post('/v1/facts', { session_id, template: 'agent', data: { id } });
      expect(status).toBe(200);
    }
  };
  const next = join(many.root, '..', 'next.yaml');
  const disturb = async (): Promise<void> => {
    for (let i = 0; i < 4; i++) {
      many.pool.kill(i % 3);
      // At once: a session that begins with half of a file has no templates.
      await writeFile(next, `${ACCESS}# ${i}`);
      await rename(next, join(many.root, 'access.yaml'));
      await many.post('/v1/evaluate', { ruleset: 'access', facts: [] });
    }
  };
  const sessions = Array.from({ length: 12 }, (_, i) => `session-${i}`);
  await Promise.all([...sessions.map(fill), disturb()]);
  for (const session_id of sessions) {
    const { json } = await many.post('/v1/query', { session_id, template: 'agent' });
    expect((json['facts'] as { id: string }[]).map(({ id }) => id)).toEqual(names);
  }
  await many.close();
});

test('a reload takes effect although workers are killed meanwhile', async () => {
  const mounted = await startTestService({ 'first.yaml': always('allow', 'first') }, {}, 'first.yaml');
  const input = [{ template: 'input', data: {} }];
  for (let i = 0; i < 8; i++) {
    const reload = mounted.post('/v1/rules/reload', { ruleset_yaml: always('deny', `version ${i}`) });
    mounted.pool.kill(i % 2);
    expect((await reload).status).toBe(200);
    mounted.pool.kill((i + 1) % 2);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => mounted.post('/v1/evaluate', { ruleset: 'any', facts: input })),
    );
    for (const { json } of replies) expect(json['reason']).toBe(`version ${i}`);
  }
  await mounted.close();
});

describe('in a worker with little memory', () => {
  const settings = {
    SERVICE_WORKER_MEMORY_MB: '64',
    SERVICE_EVALUATE_TIMEOUT_MS: '60000',
    SERVICE_WORKERS: '1',
  };

  test('an evaluation that needs too much is ended, without effect on other requests', async () => {
    const small = await startTestService({ 'hoarder.yaml': HOARDER, 'access.yaml': ACCESS }, settings);
    await small.post('/v1/evaluate', { ruleset: 'access', facts: [] });
    const facts = [{ template: 'load', data: { n: 900 } }];
    const hoarder = small.post('/v1/evaluate', { ruleset: 'hoarder', facts });
    const others = Array.from({ length: 5 }, () =>
      small.post('/v1/evaluate', { ruleset: 'access', facts: SECRET }),
    );
    const { status, json } = await hoarder;
    expect([status, json['error']]).toEqual([503, 'evaluation_limit']);
    for (const other of others) expect((await other).json['decision']).toBe('allow');
    expect(await restarts(small)).toEqual(['memory']);
    await small.close();
  });

  test('joins that multiply stop at a limit, before they take the memory', async () => {
    const small = await startTestService({ 'greedy.yaml': GREEDY, 'access.yaml': ACCESS }, settings);
    for (let i = 0; i < 5; i++) {
      const { status, json } = await small.post('/v1/evaluate', { ruleset: 'greedy', facts: tooMuch() });
      expect([status, json['error']]).toEqual([503, 'evaluation_limit']);
      expect(json['detail']).toBe('More than 250000 activations wait in one module');
    }
    const { json } = await small.post('/v1/evaluate', { ruleset: 'access', facts: SECRET });
    expect(json['decision']).toBe('allow');
    expect(await restarts(small)).toEqual([]);
    await small.close();
  });
});

/** Causes for which workers were replaced. */
async function restarts(on: TestService): Promise<string[]> {
  const { text } = await on.request('GET', '/metrics');
  return [...text.matchAll(/^ferrule_worker_restarts_total\{cause="(\w+)"\} [1-9]/gm)].map(
    ([, cause = '']) => cause,
  );
}

test('a journal that has grown too much is rewritten', async () => {
  const session_id = 'busy';
  await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id });
  const body = { session_id, template: 'agent', data: { id: 'x' } };
  for (let i = 0; i < 120; i++) {
    await service.post('/v1/facts', body);
    await service.request('DELETE', '/v1/facts', { body: { session_id, template: 'agent' } });
  }
  await service.post('/v1/facts', body);
  const { json } = await service.request('GET', `/v1/sessions/${session_id}`);
  expect(json['facts']).toBe(1);
  expect(json['bytes']).toBeLessThan(4_800);
  service.pool.kill(0);
  expect((await service.post('/v1/query', { session_id, template: 'agent' })).json['facts']).toHaveLength(1);
});

test('a compilation that takes too long is ended', async () => {
  const hasty = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_COMPILE_TIMEOUT_MS: '1' });
  const { status, json } = await hasty.post('/v1/compile', { yaml_content: ACCESS });
  await hasty.close();
  expect([status, json['error']]).toEqual([503, 'evaluation_timeout']);
});

describe('a full queue', () => {
  test('refuses with the time to try again', async () => {
    const small = await startTestService(
      { 'trouble.yaml': TROUBLE, 'access.yaml': ACCESS },
      { SERVICE_MAX_QUEUE: '2', SERVICE_WORKERS: '1', SERVICE_EVALUATE_TIMEOUT_MS: '500' },
    );
    await small.post('/v1/evaluate', { ruleset: 'access', facts: [] });
    const replies = await Promise.all(Array.from({ length: 5 }, () => stuck(small)));
    const refused = replies.filter(({ json }) => json['error'] === 'overloaded');
    expect(refused).toHaveLength(3);
    expect(refused[0]!.status).toBe(503);
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    expect((await small.post('/v1/evaluate', { ruleset: 'access', facts: [] })).status).toBe(200);
    await small.close();
  });

  test('refuses bodies beyond the bytes that may be held', async () => {
    const small = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_MAX_QUEUE_BYTES: '1000' });
    const { json } = await small.post('/v1/evaluate', {
      ruleset: 'access',
      facts: [],
      pad: 'x'.repeat(1000),
    });
    expect(json['error']).toBe('overloaded');
    expect((await small.post('/v1/evaluate', { ruleset: 'access', facts: [] })).status).toBe(200);
    await small.close();
  });
});
