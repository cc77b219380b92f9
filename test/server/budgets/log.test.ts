import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../full.ts';
import { CLI, startBudgets, STORES, type BudgetServer, type Reply } from './server.ts';

const POLICY = `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: 500, window: 24h }
`;
const HELD = POLICY.replace('window: 24h', 'window: 24h, reserve: { ttl: 1s, on_expire: release }');
const SECRET = POLICY.replace('centre!: string', 'centre: { type: string, required: true, sensitive: true }');

type LoggedRecord = Readonly<Record<string, unknown>> & { readonly record_sequence: number };
// A plain run counts in both stores in `decisions.test.ts` and others.
describe.each(STORES.slice(0, full(2, 1)))('%s', (_store, createStore) => {
  let server: BudgetServer;

  const decide = (centre: string, amount: number, key: string, ruleset = 'spend.yaml'): Promise<Reply> =>
    server.send('POST', '/v1/decisions', {
      ruleset,
      idempotency_key: key,
      facts: [{ template: 'payment', data: { id: key, centre, amount } }],
    });

  /** Records that changed sums, in their order. */
  async function records(): Promise<readonly LoggedRecord[]> {
    const log = join(server.folder, 'log');
    const files = await readdir(log, { recursive: true });
    const texts = await Promise.all(
      files.filter((name) => name.endsWith('.jsonl')).map((name) => readFile(join(log, name), 'utf8')),
    );
    return texts
      .flatMap((text) => text.split('\n'))
      .flatMap((line) => {
        const record = line.startsWith('{') ? (JSON.parse(line) as Partial<LoggedRecord>) : {};
        return record.record_sequence === undefined ? [] : [record as LoggedRecord];
      })
      .sort((a, b) => a.record_sequence - b.record_sequence);
  }

  async function replay(): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [CLI, 'replay', join(server.folder, 'log')],
      {
        env: { ...process.env, SERVICE_DATA_DIR: join(server.folder, 'data') },
      },
    );
    return stdout;
  }

  beforeAll(async () => {
    server = await startBudgets(
      { 'spend.yaml': POLICY, 'held.yaml': HELD, 'secret.yaml': SECRET },
      { SERVICE_AUDIT: 'file:$FOLDER/log', SERVICE_AUDIT_MODE: 'sync' },
      createStore,
    );
  });
  afterAll(() => server.end());

  test('a decision that counts is in the log with its key and its sums', async () => {
    await decide('a', 30, 'a-1');
    await decide('a', 20, 'a-2');
    await decide('a', 20, 'a-2');
    await decide('a', 480, 'a-3');
    expect(await records()).toMatchObject([
      {
        ...{ kind: 'decision', idempotency_key: 'a-1', record_sequence: 1, counted_in: 'spend.yaml' },
        budgets: [{ budget: 'spend', key: { centre: 'a' }, requested: '30', used: '0', limit: '500' }],
      },
      { idempotency_key: 'a-2', record_sequence: 2, budgets: [{ used: '30' }] },
    ]);
  });

  test('so is what becomes of a hold', async () => {
    const { body } = await decide('b', 40, 'b-1', 'held.yaml');
    const id = body['decision_id'] as string;
    await server.send('POST', `/v1/reservations/${id}`, { commit: 27 }, 'settler');
    await server.send('POST', `/v1/reservations/${id}`, { commit: 27 }, 'settler');
    const { body: other } = await decide('b', 40, 'b-2', 'held.yaml');
    await expect.poll(async () => (await records()).length).toBeGreaterThanOrEqual(6);
    expect((await records()).slice(2)).toMatchObject([
      { kind: 'decision', budgets: [{ holds: true }] },
      {
        ...{ kind: 'reservation', decision_id: id, operation: 'commit', actor: 'settler' },
        settled: [{ budget: 'spend', key: { centre: 'b' }, reserved: '40', amount: '27' }],
      },
      { kind: 'decision', budgets: [{ used: '27', reserved: '0' }] },
      {
        kind: 'reservation',
        decision_id: other['decision_id'],
        operation: 'expire',
        settled: [{ amount: '0' }],
      },
    ]);
  });

  test('sensitive keys are masked in the log and in lists, each value alike', async () => {
    await decide('hidden', 1, 's-1', 'secret.yaml');
    await decide('hidden', 1, 's-2', 'secret.yaml');
    const own = (await records()).slice(-2).map(({ budgets }) => budgets as { key: { centre: object } }[]);
    expect(own[0]![0]!.key.centre).toEqual({ $hmac: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(own[0]![0]!.key).toEqual(own[1]![0]!.key);
    const { body } = await server.send('GET', '/v1/budgets?ruleset=secret.yaml');
    expect(body['budgets']).toMatchObject([{ key: own[0]![0]!.key, used: 2 }]);
    expect(JSON.stringify(body)).not.toContain('hidden');
  });

  test('what a killed server counted and did not record is written at the next start', async () => {
    await decide('c', 1, 'c-1');
    const before = (await records()).at(-1)!;
    await server.kill();
    await rm(join(server.folder, 'log'), { recursive: true });
    await server.start();
    await expect.poll(async () => (await records()).length).toBeGreaterThan(0);
    const again = (await records()).find(({ record_sequence: number }) => number === before.record_sequence);
    expect(again).toMatchObject({ idempotency_key: 'c-1', decision_id: before['decision_id'] });
  });

  test('the log of a server that is killed again and again has every use once', async () => {
    await server.end();
    server = await startBudgets(
      { 'spend.yaml': POLICY, 'held.yaml': HELD },
      { SERVICE_AUDIT: 'file:$FOLDER/log', SERVICE_AUDIT_MODE: 'sync' },
      createStore,
    );
    let inDoubt: string[] = Array.from({ length: 40 }, (_, i) => `k-${i}`);
    for (let round = 0; round < 3; round++) {
      const burst = inDoubt;
      inDoubt = [];
      const sent = burst.map((key) =>
        decide('k', 7, key, Number(key.slice(2)) % 2 === 0 ? 'spend.yaml' : 'held.yaml').catch(
          () => void inDoubt.push(key),
        ),
      );
      await sleep(40);
      await server.kill();
      await Promise.all(sent);
      await server.start();
    }
    await Promise.all(inDoubt.map((key) => decide('k', 7, key)));
    await decide('last', 1, 'last');
    await sleep(2500);
    const all = await records();
    expect(all.map(({ record_sequence: number }) => number)).toEqual(all.map((_, i) => i + 1));
    const uses = all.filter(({ counted_in: ruleset }) => ruleset === 'spend.yaml');
    const sums = uses.flatMap(({ budgets }) => budgets as { key: { centre: string }; used: string }[]);
    expect(sums.filter(({ key }) => key.centre === 'k').map(({ used }) => Number(used))).toEqual(
      sums.filter(({ key }) => key.centre === 'k').map((_, i) => i * 7),
    );
    const told = await replay();
    expect(told).toMatch(/evaluated again, 0 differences/);
    expect(told).toMatch(/sums of budgets rebuilt, 0 differences/);
  });
});
