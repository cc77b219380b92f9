/** Servers on one PostgreSQL count together. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { full } from '../../full.ts';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { startProxy, type Proxy } from '../runs/support/proxy.ts';
import { CLI, startBudgets, type BudgetServer, type Reply } from './server.ts';

const LIMIT = 10_000;
const POLICY = `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: ${LIMIT}, window: 24h }
`;
const HELD = POLICY.replace('window: 24h', 'window: 24h, reserve: { ttl: 1s, on_expire: release }');
const LOG = { SERVICE_AUDIT: 'file:$FOLDER/log', SERVICE_AUDIT_MODE: 'sync' };

let database: TestDatabase;
let proxy: Proxy;
let servers: readonly BudgetServer[] = [];

const decide = (
  server: BudgetServer,
  centre: string,
  amount: number,
  key: string,
  ruleset = 'spend.yaml',
): Promise<Reply> =>
  server.send('POST', '/v1/decisions', {
    ...{ ruleset, idempotency_key: key, include: ['budgets'] },
    facts: [{ template: 'payment', data: { id: key, centre, amount } }],
  });
/** The server of a client, which goes to each in turn. */
const at = (i: number): BudgetServer => servers[i % servers.length]!;

async function used(centre: string): Promise<number> {
  const { body } = await at(0).send('GET', '/v1/budgets?ruleset=spend.yaml');
  const keys = body['budgets'] as { key: { centre: string }; used: number }[];
  return keys.find(({ key }) => key.centre === centre)?.used ?? 0;
}

beforeAll(async () => {
  database = await createPostgres();
  proxy = await startProxy(database.settings['DATABASE_URL']!);
  const createStore = async (): Promise<TestDatabase> => ({
    settings: { DATABASE_URL: proxy.url },
    drop: async () => undefined,
  });
  const files = { 'spend.yaml': POLICY, 'held.yaml': HELD };
  servers = await Promise.all([0, 1].map(() => startBudgets(files, LOG, createStore)));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await proxy.close();
  await database.drop();
});

test('64 clients with random amounts never exceed a limit, and what fits is not refused', async () => {
  let allowed = 0;
  let least = Infinity;
  const client = async (i: number): Promise<void> => {
    for (let n = 0; n < full(20, 5); n++) {
      const amount = 1 + Math.floor(Math.random() * (LIMIT / 50));
      const { body } = await decide(at(i), 'many', amount, `many-${i}-${n}`);
      if (body['decision'] === 'allow') allowed += amount;
      else least = Math.min(least, amount);
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, i) => client(i)));
  expect(allowed).toBeLessThanOrEqual(LIMIT);
  expect(await used('many')).toBe(allowed);
  // Nothing is given back here: what was refused would not fit now either.
  expect(allowed + least).toBeGreaterThan(LIMIT);
});

test('many first uses of new keys at once', async () => {
  const sent = Array.from({ length: 60 }, (_, i) => decide(at(i), `new-${i % 3}`, 1_000, `new-${i}`));
  const allowed = (await Promise.all(sent)).filter(({ body }) => body['decision'] === 'allow');
  expect(allowed).toHaveLength(30);
});

test('one key at two servers at once counts once', async () => {
  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 20 }, (_, i) => decide(at(i), 'once', 10, `once-${round}`));
    const replies = await Promise.all(sent);
    expect(new Set(replies.map(({ body }) => body['decision_id'])).size).toBe(1);
    expect(replies.filter(({ body }) => body['replayed'] === false)).toHaveLength(1);
  }
  expect(await used('once')).toBe(50);
});

test('one key for two requests at once counts one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 20 }, (_, i) =>
      decide(at(i), `two-${round}-${i % 4}`, 10, `two-${round}`),
    );
    const replies = await Promise.all(sent);
    expect(replies.filter(({ body }) => body['replayed'] === false)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(15);
    expect(refused.every(({ body }) => body['error'] === 'idempotency_conflict')).toBe(true);
  }
});

test('a hold of one server is settled at another', async () => {
  const { body } = await decide(at(0), 'hold', 400, 'hold-1', 'held.yaml');
  const path = `/v1/reservations/${body['decision_id'] as string}`;
  const settled = await Promise.all(
    [27, 28].map((commit, i) => at(i).send('POST', path, { commit }, 'settler')),
  );
  expect(settled.map(({ status }) => status).sort()).toEqual([200, 409]);
  await decide(at(1), 'hold', 50, 'hold-2', 'held.yaml');
  await sleep(1_200);
  const { body: after } = await decide(at(0), 'hold', LIMIT, 'hold-3', 'held.yaml');
  expect(after).toMatchObject({ decision: 'deny', budgets: [{ reserved: 0 }] });
});

test('a key that is locked for too long is a 503, and counts nothing', async () => {
  await decide(at(0), 'locked', 1, 'locked-1');
  const client = new pg.Client({ connectionString: database.settings['DATABASE_URL']! });
  await client.connect();
  await client.query('BEGIN; SELECT 1 FROM ferrule.budget_key FOR UPDATE');
  const refused = await decide(at(0), 'locked', 1, 'locked-2');
  expect(refused).toMatchObject({ status: 503, body: { error: 'contention' } });
  await client.end();
  expect(await used('locked')).toBe(1);
  expect((await decide(at(1), 'locked', 1, 'locked-2')).body).toMatchObject({
    decision: 'allow',
    replayed: false,
  });
});

test('a database that is lost is a 503, and nothing is allowed', async () => {
  for (const end of [proxy.cut, proxy.freeze]) {
    end();
    const lost = await decide(at(0), 'lost', 1, `lost-${end.name}`);
    expect(lost).toMatchObject({ status: 503, body: { error: 'store_unavailable' } });
    expect((await at(0).send('GET', '/v1/budgets')).status).toBe(503);
    proxy.heal();
    let again = lost;
    for (let i = 0; i < 600 && again.status === 503; i++) {
      await sleep(100);
      again = await decide(at(0), 'lost', 1, `lost-${end.name}`);
    }
    expect(again.body).toMatchObject({ decision: 'allow', counted: true });
  }
  expect(await used('lost')).toBe(2);
});

test('of a server that is killed nothing is lost, and both logs together replay', async () => {
  let inDoubt: [number, string][] = Array.from({ length: 60 }, (_, i) => [i, `k-${i}`]);
  for (let round = 0; round < 2; round++) {
    const burst = inDoubt;
    inDoubt = [];
    const sent = burst.map(([i, key]) => decide(at(i), 'k', 7, key).catch(() => void inDoubt.push([i, key])));
    await sleep(60);
    await servers[round]!.kill();
    await Promise.all(sent);
    await servers[round]!.start();
  }
  const again = await Promise.all(inDoubt.map(([i, key]) => decide(at(i + 1), 'k', 7, key)));
  expect(again.every(({ body }) => body['decision'] === 'allow')).toBe(true);
  expect(await used('k')).toBe(420);
  await sleep(2_500);
  const logs = servers.map(({ folder }) => join(folder, 'log'));
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'replay', ...logs], {
    env: { ...process.env, SERVICE_DATA_DIR: join(at(0).folder, 'data') },
  });
  expect(stdout).toMatch(/evaluated again, 0 differences/);
  expect(stdout).toMatch(/sums of budgets rebuilt, 0 differences/);
  expect(stdout).not.toMatch(/missing/);
});
