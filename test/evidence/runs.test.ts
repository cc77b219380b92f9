import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { until } from '../server/runs/support/process.ts';
import { startTestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';

const CARDS = `
ruleset: cards
templates:
  - name: payment
    slots:
      - { name: card, type: string, required: true, sensitive: true }
      - { name: amount, type: integer, required: true }
rules:
  - name: pay
    when: [{ template: payment, conditions: [{ slot: card, bind: "?c" }, { slot: amount, expression: at_most(100) }] }]
    then: { action: allow, reason: "card {c} pays" }
`;
const GRAPH = `
nodes:
  - id: pay
    ruleset: cards.yaml
    facts: [{ template: payment, data: { card: "no \${params.card}", amount: "\${params.amount}" } }]
`;
const SECRET = '4000-1234';

let database: TestDatabase;
beforeAll(async () => {
  database = await createPostgres();
});
afterAll(() => database.drop());

test('a run is recorded when it is accepted, at its end, and in the decisions of its nodes', async () => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'cards.yaml': CARDS, 'graphs/till.yaml': GRAPH },
    { ...database.settings, SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' },
  );
  const run = async (params: object): Promise<unknown> => {
    const { headers } = await service.post('/v1/runs', { graph_id: 'till', params });
    const path = headers.get('location') ?? '';
    const record = await until(
      async () => (await service.request('GET', path)).json,
      ({ finished_at: at }) => typeof at === 'string',
    );
    return record['status'];
  };
  expect(await run({ card: SECRET, amount: 5, misspelt: SECRET })).toBe('succeeded');
  expect(await run({ card: SECRET, amount: 'many' })).toBe('failed');
  await service.close();

  const recorded = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'run');
  const hidden = { $hmac: null };
  expect(recorded).toMatchObject([
    {
      run_id: 'poc-till',
      attempt: 1,
      actor: 'api',
      masked: true,
      params: { card: hidden, amount: 5, misspelt: hidden },
    },
    { run_id: 'poc-till', attempt: 1, masked: true, status: 'succeeded', decision: 'allow', reason: hidden },
    { run_id: 'poc-till', attempt: 2, params: { card: hidden, amount: 'many' } },
    { run_id: 'poc-till', attempt: 2, status: 'failed', error: { code: 'validation_error', detail: hidden } },
  ]);
  const decided = (await readRecords(log, 'worker-0')).filter(({ kind }) => kind !== 'file');
  expect(decided).toMatchObject([
    { kind: 'decision', run_id: 'poc-till', attempt: 1, node: 'pay', decision: 'allow' },
    { kind: 'error', run_id: 'poc-till', attempt: 2, node: 'pay' },
  ]);
  expect(JSON.stringify([recorded, decided])).not.toContain(SECRET);
});

test('without sensitive slots a run is recorded as it is', async () => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'cards.yaml': CARDS.replace(', sensitive: true', ''), 'graphs/till.yaml': GRAPH },
    { ...database.settings, SERVICE_AUDIT: `file:${log}` },
  );
  const params = { card: '1', amount: 5 };
  await service.post('/v1/runs', { graph_id: 'till', params });
  const [accepted, ended] = await until(
    async () => (await readRecords(log, 'service')).filter(({ kind }) => kind === 'run'),
    (records) => records.length === 2,
  );
  await service.close();
  expect(accepted).toMatchObject({ run_id: 'poc-till', graph_id: 'till', params });
  expect(ended).toMatchObject({ status: 'succeeded', decision: 'allow', reason: 'card no 1 pays' });
  expect([accepted, ended].some((record) => record !== undefined && 'masked' in record)).toBe(false);
  // The decision of its node is one like any other.
  expect(await runCli(['replay', log])).toMatchObject({ out: '1 evaluated again, 0 differences\n', code: 0 });
});

test('a run of the command line is recorded too', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService({ 'cards.yaml': CARDS, 'graphs/till.yaml': GRAPH }, {});
  const log = join(folder, 'log');
  const settings = {
    ...database.settings,
    SERVICE_RULESET_ROOT: service.root,
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_AUDIT: `file:${log}`,
  };
  const params = JSON.stringify({ card: SECRET, amount: 7 });
  const { code } = await runCli(['run', 'till', '--params', params, '--wait'], '', settings);
  expect(code).toBe(0);
  await service.close();
  const recorded = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'run');
  expect(recorded).toMatchObject([
    { params: { card: { $hmac: null }, amount: 7 } },
    { status: 'succeeded', decision: 'allow' },
  ]);
});
