/** `now` in the rules of a decision that counts is the time of the store, whatever the clocks of servers say. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { CLI, startBudgets, type BudgetServer, type Reply } from './server.ts';

const HOUR_MS = 3_600_000;
const POLICY = `
templates:
  payment: { id: string, asked_at!: time, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 and payment.asked_at.within_last(30m) and payment.asked_at <= now }
budgets:
  spend: { for: payment, amount: payment.amount, limit: 100, window: 24h }
`;

let folder: string;
let database: TestDatabase;
const servers: BudgetServer[] = [];

/** Settings of a server whose clock is set by a file. */
async function clockOf(name: string, ahead: number): Promise<Readonly<Record<string, string>>> {
  const [file, module] = [join(folder, `${name}.txt`), join(folder, `${name}.mjs`)];
  await writeFile(file, String(ahead));
  await writeFile(
    module,
    `import { readFileSync } from 'node:fs';
     const { now } = Date;
     Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8'));`,
  );
  return { NODE_OPTIONS: `--import ${module}`, SERVICE_AUDIT: 'file:$FOLDER/log' };
}

async function start(ahead: number, createStore?: () => Promise<TestDatabase>): Promise<BudgetServer> {
  const settings = await clockOf(String(servers.length), ahead);
  const server = await startBudgets({ 'spend.yaml': POLICY }, settings, createStore);
  servers.push(server);
  return server;
}

const asked = (id: string, at: number): object => ({
  ruleset: 'spend.yaml',
  facts: [{ template: 'payment', data: { id, amount: 1, asked_at: Math.floor(at / 1000) } }],
});
const decide = (server: BudgetServer, id: string, at: number): Promise<Reply> =>
  server.send('POST', '/v1/decisions', { ...asked(id, at), idempotency_key: id });

/** Replays the logs of servers on one store. */
async function replayed(...of: readonly BudgetServer[]): Promise<string> {
  const logs = of.map((server) => join(server.folder, 'log'));
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'replay', ...logs], {
    env: { ...process.env, SERVICE_DATA_DIR: join(of[0]!.folder, 'data') },
  });
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-store-time-'));
  database = await createPostgres();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('servers whose clocks differ decide at the time of their database', async () => {
  const createStore = async (): Promise<TestDatabase> => ({ ...database, drop: async () => undefined });
  const exact = await start(0, createStore);
  const fast = await start(HOUR_MS, createStore);
  for (const [i, server] of [exact, fast, exact, fast].entries())
    expect((await decide(server, `now-${i}`, Date.now() - 1000)).body).toMatchObject({
      ...{ decision: 'allow', counted: true },
    });
  for (const server of [exact, fast]) {
    const preview = { ...asked('preview', Date.now() - 1000), preview: true };
    expect((await server.send('POST', '/v1/evaluate', preview)).body).toMatchObject({
      ...{ decision: 'allow', consumes: true },
    });
    expect((await decide(server, `old-${server.url}`, Date.now() - HOUR_MS)).body).toMatchObject({
      ...{ decision: 'deny', counted: false },
    });
  }
  // The server that is fast would take it for now.
  expect((await decide(fast, 'later', Date.now() + HOUR_MS - 1000)).body).toMatchObject({
    ...{ decision: 'deny', counted: false },
  });
  expect(await replayed(exact, fast)).toMatch(/again, 0 differences/);
});

test('a clock that is set back does not take `now` before the last decision that counted', async () => {
  const server = await start(HOUR_MS);
  const later = Date.now() + HOUR_MS;
  expect((await decide(server, 'a', later - 1000)).body).toMatchObject({ decision: 'allow' });
  await writeFile(join(folder, `${servers.length - 1}.txt`), '0');
  expect((await decide(server, 'b', later - 1000)).body).toMatchObject({ decision: 'allow', counted: true });
  expect((await decide(server, 'c', Date.now())).body).toMatchObject({ decision: 'deny', counted: false });
  expect(await replayed(server)).toMatch(/again, 0 differences/);
});
