/** Runs of graphs over gRPC. */
import { expect, it } from 'vitest';
import { FILES } from '../runs/support/files.ts';
import { until } from '../runs/support/process.ts';
import { serveFile } from './served.ts';
import { infoOf, refusal, type Message } from './support.ts';

const { service, client } = await serveFile(FILES, { SERVICE_DATA_DIR: ':memory:' });

const PARAMS = { left: 'allow', right: 'escalate', name: 'ann' };
const enqueue = (params: object, key?: string) =>
  client.call('EnqueueRun', {
    graph_id: 'diamond',
    params_json: JSON.stringify(params),
    ...(key === undefined ? {} : { idempotency_key: key }),
  });
const runOf = ({ run }: Message) => run as Message;

it('a run is accepted, runs, and has the same record as over HTTP', async () => {
  const accepted = await enqueue(PARAMS, 'k1');
  expect(accepted).toMatchObject({ run_id: expect.any(String) as string, status: 'pending' });
  expect(await enqueue(PARAMS, 'k1')).toMatchObject({ run_id: accepted['run_id'] });
  const run = await until(
    async () => runOf(await client.call('GetRun', { run_id: accepted['run_id'] })),
    ({ status }) => status !== 'pending' && status !== 'running',
  );
  expect(run).toMatchObject({ graph_id: 'diamond', status: 'succeeded', attempt: 1 });
  const { json } = await service.request('GET', `/v1/runs/${String(accepted['run_id'])}`);
  expect(JSON.parse(String(run['record_json']))).toEqual(json);
  expect(json).toMatchObject({ params: PARAMS, result: { decision: 'escalate' } });
});

it('runs are listed, page by page', async () => {
  await enqueue({ ...PARAMS, name: 'bob' }, 'k2');
  await enqueue({ ...PARAMS, name: 'cat' }, 'k3');
  const first = await client.call('ListRuns', { graph_id: 'diamond', limit: 1 });
  expect(first['runs']).toHaveLength(1);
  const second = await client.call('ListRuns', {
    graph_id: 'diamond',
    limit: 1,
    cursor: first['next_cursor'],
  });
  expect(second['runs']).toHaveLength(1);
  expect(second['runs']).not.toEqual(first['runs']);
  expect(await client.call('ListRuns', { graph_id: 'none' })).toMatchObject({ runs: [] });
});

it.each<[string, object, number, string]>([
  ['EnqueueRun', { graph_id: 'none' }, 5, 'graph_not_found'],
  ['EnqueueRun', { graph_id: 'diamond', params_json: '[' }, 3, 'invalid_json'],
  ['EnqueueRun', { graph_id: 'diamond', params_json: '[]' }, 3, 'validation_error'],
  ['GetRun', { run_id: 'none' }, 5, 'run_not_found'],
  ['ListRuns', { limit: 101 }, 3, 'validation_error'],
  ['ListRuns', { cursor: 'x' }, 3, 'validation_error'],
])('%s refuses %j', async (method, request, code, reason) => {
  const refused = await refusal(client.call(method, request));
  expect([refused.code, infoOf(refused)['reason']]).toEqual([code, reason]);
});

it.each(['EnqueueRun', 'GetRun', 'ListRuns'])('%s needs a token', async (method) => {
  const refused = await refusal(client.call(method, { graph_id: 'diamond', run_id: 'x' }, { token: null }));
  expect(refused.code).toBe(16);
});
