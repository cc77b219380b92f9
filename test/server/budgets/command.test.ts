import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../grpc/support.ts';
import { CLI, startBudgets, type BudgetServer } from './server.ts';

const POLICY = `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  daily-spend:
    { for: payment, per: payment.centre, amount: payment.amount, limit: 500, window: 24h, reserve: { ttl: 15m } }
  ceiling: { for: payment, limit: 5000, window: session }
`;
const PLAIN = POLICY.replace(/ {2}ceiling:.*\n/, '').replace(', reserve: { ttl: 15m }', '');
let server: BudgetServer;

async function run(
  args: readonly string[],
  token = 'spender',
): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, FERRULE_URL: server.url, FERRULE_TOKEN: token };
  return promisify(execFile)(process.execPath, [CLI, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      ...{ code: error.code, out: error.stdout, err: error.stderr },
    }),
  );
}
const spend = (ruleset: string, centre: string, amount: number, key: string): Promise<unknown> =>
  server.send('POST', '/v1/decisions', {
    ...{ ruleset, idempotency_key: key, session_id: ruleset },
    facts: [{ template: 'payment', data: { id: key, centre, amount } }],
  });

beforeAll(async () => {
  server = await startBudgets(
    { 'spend.yaml': POLICY, 'plain.yaml': PLAIN },
    { SERVICE_GRPC_HOST: '127.0.0.1' },
  );
});
afterAll(() => server.end());

test('lists budgets as a table of 80 columns', async () => {
  expect((await run(['budgets', 'list'])).out).toBe('BUDGET  KEY  USED  RESERVED  LIMIT  WINDOW\n');
  await spend('plain.yaml', 'ops', 450, 'p-1');
  expect((await run(['budgets', 'list'])).out).toBe(
    'BUDGET       KEY         USED  RESERVED  LIMIT  WINDOW\n' +
      'daily-spend  centre=ops   450         0    500  24h\n',
  );
  await spend('spend.yaml', 'x'.repeat(90), 30, 's-1');
  const { out } = await run(['budgets', 'list', '--ruleset', 'spend.yaml']);
  expect(out).toMatch(/^daily-spend {2}centre=x+… +0 +30 +500 {2}24h$/m);
  expect(out).toMatch(/^ceiling +- +1 +0 +5000 +session$/m);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBe(80);
});

test('shows one budget, and as JSON', async () => {
  const { out } = await run(['budgets', 'show', 'daily-spend', '--ruleset', 'plain.yaml']);
  expect(out).toMatch(
    /^daily-spend of plain.yaml\n {2}key: centre=ops\n {2}used 450, reserved 0, limit 500\n {2}window: 24h, from /,
  );
  const json = await run(['budgets', 'show', 'daily-spend', '--ruleset', 'plain.yaml', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ budget: 'daily-spend', key: { centre: 'ops' }, limit: 500 });
});

test('resets a budget by its name, if one ruleset has it', async () => {
  expect((await run(['budgets', 'reset', 'daily-spend', '--ruleset', 'plain.yaml'])).err).toContain(
    'forbidden',
  );
  expect(await run(['budgets', 'reset', 'daily-spend'], 'chief')).toMatchObject({ code: 2 });
  expect((await run(['budgets', 'reset', 'none'], 'chief')).err).toContain('no budget none has uses');
  expect((await run(['budgets', 'reset', 'daily-spend', '--ruleset', 'plain.yaml'], 'chief')).out).toBe(
    'daily-spend of plain.yaml begins at 0: 1 key had uses\n',
  );
  expect((await run(['budgets', 'list', '--ruleset', 'plain.yaml'])).out).not.toContain('ops');
});

test('Decide counts over gRPC', async () => {
  const client = connect(`127.0.0.1:${server.grpcPort}`);
  const data_json = JSON.stringify({ id: 'g', centre: 'grpc', amount: 300 });
  const request = {
    ...{ ruleset: 'spend.yaml', session_id: 'spend.yaml', include: ['budgets'] },
    facts: [{ template: 'payment', data_json }],
  };
  const decide = (key: string): Promise<Record<string, unknown>> =>
    client.call('Decide', { request, idempotency_key: key }, { token: 'spender' });
  const first = await decide('g-1');
  expect(first).toMatchObject({
    ...{ counted: true, replayed: false, exceeded_budgets: [], response: { decision: 'allow' } },
    reservation: { state: 'reserved' },
  });
  expect(JSON.parse(first['budgets_json'] as string)).toMatchObject([
    { budget: 'daily-spend', requested: 300, used: 0, limit: 500 },
    { budget: 'ceiling', requested: 1 },
  ]);
  const id = (first['response'] as { decision_id: string }).decision_id;
  expect(first['reservation']).toMatchObject({ id });
  expect(await decide('g-1')).toMatchObject({ replayed: true, response: { decision_id: id } });
  expect(await decide('g-2')).toMatchObject({ counted: false, exceeded_budgets: ['daily-spend'] });
  await expect(decide('')).rejects.toMatchObject({ code: grpc.status.INVALID_ARGUMENT });
  await expect(client.call('Decide', { idempotency_key: 'g' }, { token: 'spender' })).rejects.toMatchObject({
    code: grpc.status.INVALID_ARGUMENT,
  });
  client.close();
});

test('metrics count uses and what was exceeded', async () => {
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer watcher' } });
  const text = await response.text();
  expect(text).toContain('ferrule_budget_uses_total{ruleset="plain.yaml",budget="daily-spend"} 1\n');
  expect(text).toContain('ferrule_budget_amount_total{ruleset="plain.yaml",budget="daily-spend"} 450\n');
  expect(text).toContain('ferrule_budget_exceeded_total{ruleset="spend.yaml",budget="daily-spend"} 1\n');
  expect(text).toContain('ferrule_budget_expired_total 0\n');
});
