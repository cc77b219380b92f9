import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../../full.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createEmbeddedDatabase, type TestDatabase } from './support/databases.ts';
import { FILES } from './support/files.ts';
import { until } from './support/process.ts';

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createEmbeddedDatabase();
  service = await startTestService(FILES, database.settings);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const PARAMS = { left: 'allow', right: 'escalate', name: 'ann' };

async function ended(path: string): Promise<Record<string, unknown>> {
  return until(
    async () => (await service.request('GET', path)).json,
    ({ finished_at: at }) => typeof at === 'string',
  );
}

test('a run is accepted, runs, and has a record', async () => {
  const accepted = await service.post('/v1/runs', { graph_id: 'diamond', params: PARAMS });
  expect([accepted.status, accepted.json]).toEqual([202, { run_id: 'poc-diamond', status: 'pending' }]);
  const location = accepted.headers.get('location') ?? '';
  expect(location).toBe('/v1/runs/poc-diamond?attempt=1');
  const record = await ended(location);
  const node = {
    status: 'succeeded',
    module_trace: ['MAIN'],
    metadata: {},
    error: null,
    duration_us: expect.any(Number),
  };
  expect(record).toEqual({
    run_id: 'poc-diamond',
    graph_id: 'diamond',
    status: 'succeeded',
    params: PARAMS,
    idempotency_key: null,
    result: {
      decision: 'escalate',
      reason: 'left and right of ann',
      nodes: {
        left: {
          ...node,
          decision: 'allow',
          reason: 'left',
          rule_trace: ['MAIN::allow'],
          metadata: { rule: 'allow' },
        },
        right: { ...node, decision: 'escalate', reason: 'right of ann', rule_trace: ['MAIN::escalate'] },
        both: {
          ...node,
          decision: 'escalate',
          reason: 'left and right of ann',
          rule_trace: ['MAIN::escalate'],
        },
      },
    },
    error: null,
    attempt: 1,
    created_at: expect.any(String),
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
});

test('a run whose node fails has failed, and says why', async () => {
  const { headers } = await service.post('/v1/runs', { graph_id: 'diamond', params: { ...PARAMS, left: 3 } });
  const record = await ended(headers.get('location') ?? '');
  expect([record['status'], record['error']]).toEqual([
    'failed',
    {
      error: 'validation_error',
      detail: "node 'left': Slot 'is' expects symbol, got integer",
      field: 'facts[0].data.is',
    },
  ]);
  const { nodes } = record['result'] as { nodes: Record<string, { status: string }> };
  expect(Object.values(nodes).map(({ status }) => status)).toEqual(['failed', 'succeeded', 'not_started']);
});

test('integers of 64 bits and digits keep', async () => {
  await service.write(
    'big.yaml',
    'templates: [{ name: n, slots: [{ name: v, type: string }] }]\nrules: [{ name: r, when: [{ template: n, conditions: [{ slot: v, bind: "?v" }] }], then: { action: allow, reason: "{v}" } }]',
  );
  await service.write(
    'graphs/big.yaml',
    'nodes: [{ id: a, ruleset: big, facts: [{ template: n, data: { v: "${params.n} ${params.m}" } }] }]',
  );
  await service.post('/v1/runs', '{"graph_id": "big", "params": {"n": 9223372036854775807, "m": 1.50}}');
  await ended('/v1/runs/poc-big');
  const { text } = await service.request('GET', '/v1/runs/poc-big');
  expect(text).toContain('"params":{"n":9223372036854775807,"m":1.50}');
  expect(text).toContain('"reason":"9223372036854775807 1.50"');
});

test('a graph is read again when it or its ruleset has changed', async () => {
  await service.write('graphs/late.yaml', 'nodes: [{ id: a, ruleset: late }]');
  const enqueue = async (): Promise<unknown> => {
    const { status, json } = await service.post('/v1/runs', { graph_id: 'late' });
    return json['detail'] ?? status;
  };
  expect(await enqueue()).toBe('graphs/late.yaml:1:27: error graph-ruleset: ruleset `late` does not exist');
  await service.write('late.yaml', 'rules: [{ name: x }]');
  expect(await enqueue()).toMatch(/ruleset `late` does not compile/);
  await service.write('late.yaml', FILES['verdict.yaml'] ?? '');
  expect(await enqueue()).toBe(202);
  await service.write('graphs/late.yaml', 'nodes: [{ id: a, ruleset: late, after: [b] }]');
  expect(await enqueue()).toBe('graphs/late.yaml:1:41: error unknown-node: unknown node `b`');
});

test('a graph is checked again when what its ruleset imports has changed', async () => {
  const templates = (slot: string): string =>
    `templates: [{ name: thing, slots: [{ name: ${slot}, type: string, required: true }] }]`;
  await service.write(
    'importer/rules.yaml',
    'imports: [../imported]\nrules: [{ name: r, when: [{ template: thing }], then: { action: allow, reason: ok } }]',
  );
  await service.write(
    'graphs/importer.yaml',
    'nodes: [{ id: a, ruleset: importer, facts: [{ template: thing, data: { id: x } }] }]',
  );
  const enqueue = async (): Promise<unknown> => {
    const { status, json } = await service.post('/v1/runs', { graph_id: 'importer' });
    // A run reads its rulesets as they are when it gets to them.
    if (status === 202) await ended('/v1/runs/poc-importer');
    return json['detail'] ?? status;
  };
  expect(await enqueue()).toBe(
    'graphs/importer.yaml:1:27: error graph-ruleset: ruleset `importer` does not compile: unknown import `../imported`: expected the relative path of a YAML file, or of a folder of them, inside the root',
  );
  await service.write('imported/base.yaml', templates('id'));
  expect(await enqueue()).toBe(202);
  await service.write('imported/base.yaml', templates('name'));
  expect(await enqueue()).toMatch(/: template `thing` needs slot `name` /);
  await service.write('imported/base.yaml', 'imports: [../importer/rules.yaml]');
  expect(await enqueue()).toBe(
    'graphs/importer.yaml:1:27: error graph-ruleset: ruleset `importer` has a circular import: rules.yaml → ../imported/base.yaml → ../importer/rules.yaml',
  );
  await service.write('imported/base.yaml', templates('id'));
  expect(await enqueue()).toBe(202);
});

describe('runs are listed', () => {
  test('by pages, newest first', async () => {
    for (let i = 0; i < 3; i++) await service.post('/v1/runs', { graph_id: 'diamond', params: PARAMS });
    const attempts: unknown[] = [];
    let query = '?graph_id=diamond&limit=2';
    for (;;) {
      const { json } = await service.request('GET', `/v1/runs${query}`);
      attempts.push(...(json['runs'] as { attempt: number }[]).map(({ attempt }) => attempt));
      const next = json['next_cursor'];
      if (typeof next !== 'string') break;
      query = `?graph_id=diamond&limit=2&cursor=${next}`;
    }
    expect(attempts).toEqual([5, 4, 3, 2, 1]);
  });

  test('by state', async () => {
    await ended('/v1/runs/poc-diamond');
    const { json } = await service.request('GET', '/v1/runs?status=failed');
    expect((json['runs'] as { run_id: string }[]).map(({ run_id: id }) => id)).toEqual(['poc-diamond']);
  });
});

describe('refusals', () => {
  test.each([
    [{}, 422, 'validation_error', 'graph_id'],
    [{ graph_id: '../x' }, 422, 'validation_error', 'graph_id'],
    [{ graph_id: 'a/b' }, 422, 'validation_error', 'graph_id'],
    [{ graph_id: 7 }, 422, 'validation_error', 'graph_id'],
    [{ graph_id: 'diamond', params: [] }, 422, 'validation_error', 'params'],
    [{ graph_id: 'diamond', idempotency_key: '' }, 422, 'validation_error', 'idempotency_key'],
    [{ graph_id: 'diamond', idempotency_key: 'k'.repeat(256) }, 422, 'validation_error', 'idempotency_key'],
    [{ graph_id: 'diamond', idempotency_key: 'a\0' }, 422, 'validation_error', 'idempotency_key'],
    [{ graph_id: 'nothing' }, 404, 'graph_not_found', 'graph_id'],
    ['{', 400, 'invalid_json', undefined],
  ])('%j', async (body, status, error, field) => {
    const reply = await service.post('/v1/runs', body);
    expect([reply.status, reply.json['error'], reply.json['field']]).toEqual([status, error, field]);
  });

  test('of a key that was used for something else', async () => {
    await service.post('/v1/runs', { graph_id: 'diamond', params: PARAMS, idempotency_key: 'k' });
    const reply = await service.post('/v1/runs', { graph_id: 'diamond', params: {}, idempotency_key: 'k' });
    expect([reply.status, reply.json['error'], reply.json['field']]).toEqual([
      409,
      'idempotency_conflict',
      'idempotency_key',
    ]);
    const same = await service.post('/v1/runs', {
      idempotency_key: 'k',
      params: PARAMS,
      graph_id: 'diamond',
    });
    expect(same.status).toBe(202);
  });

  test.each([
    ['/v1/runs/poc-nothing', 404, 'run_not_found'],
    ['/v1/runs/nothing', 404, 'run_not_found'],
    ['/v1/runs/poc-%00', 404, 'run_not_found'],
    ['/v1/runs?graph_id=%00', 422, 'validation_error'],
    ['/v1/runs/poc-diamond?attempt=99', 404, 'run_not_found'],
    ['/v1/runs/poc-diamond?attempt=0', 422, 'validation_error'],
    ['/v1/runs?limit=101', 422, 'validation_error'],
    ['/v1/runs?status=done', 422, 'validation_error'],
    ['/v1/runs?cursor=x', 422, 'validation_error'],
  ])('of GET %s', async (path, status, error) => {
    const reply = await service.request('GET', path);
    expect([reply.status, reply.json['error']]).toEqual([status, error]);
  });

  test('without a token', async () => {
    for (const path of ['/v1/runs', '/v1/runs/poc-diamond']) {
      expect((await service.request('GET', path, { token: null })).status).toBe(401);
    }
    expect((await service.post('/v1/runs', { graph_id: 'diamond' }, { token: null })).status).toBe(401);
  });

  test('without a root, and without a database', async () => {
    const { settings, drop } = await createEmbeddedDatabase();
    const rootless = await startTestService({}, { ...settings, SERVICE_RULESET_ROOT: '' });
    const refused = await rootless.post('/v1/runs', { graph_id: 'diamond' });
    expect([refused.status, refused.json['error']]).toEqual([503, 'ruleset_root_not_configured']);
    await rootless.close();
    await drop();
    const without = await startTestService(FILES, {
      DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      SERVICE_SESSIONS: 'memory',
    });
    const reply = await without.post('/v1/runs', { graph_id: 'diamond' });
    expect([reply.status, reply.json['error']]).toEqual([503, 'store_unavailable']);
    expect((await without.post('/v1/evaluate', { ruleset: 'verdict', facts: [] })).status).toBe(200);
    await without.close();
  });

  // `not-ready.test.ts` has one that takes statements.
  test.runIf(FULL)('with a database that takes connections and never responds', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const service = await startTestService(FILES, {
      DATABASE_URL: `postgresql://127.0.0.1:${port}/none`,
      SERVICE_SESSIONS: 'memory',
    });
    const asked = [
      service.post('/v1/runs', { graph_id: 'diamond' }),
      service.request('GET', '/v1/runs'),
      service.request('GET', '/v1/runs/poc-diamond'),
    ];
    for (const { status, json } of await Promise.all(asked))
      expect([status, json['error']]).toEqual([503, 'store_unavailable']);
    expect((await service.post('/v1/evaluate', { ruleset: 'verdict', facts: [] })).status).toBe(200);
    await service.close();
    silent.close();
  });
});

test('a mounted server runs the rulesets that graphs name', async () => {
  const { settings, drop } = await createEmbeddedDatabase();
  const mounted = await startTestService(FILES, settings, 'slow.yaml');
  await mounted.post('/v1/runs', { graph_id: 'diamond', params: PARAMS });
  const record = await until(
    async () => (await mounted.request('GET', '/v1/runs/poc-diamond')).json,
    ({ finished_at: at }) => typeof at === 'string',
  );
  expect(record['status']).toBe('succeeded');
  await mounted.close();
  await drop();
});
