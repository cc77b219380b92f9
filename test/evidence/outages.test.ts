/** A dead database and a slow collector: responses during the outage, and the log afterwards. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { administer, createPostgres } from '../server/runs/support/databases.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
import { FULL, full } from '../full.ts';
import { ATTESTED } from './support.ts';

const READ = { template: 'call', data: { tool: 'read', note: 'x'.repeat(200) } };

const ask = (service: TestService): Promise<Reply> =>
  service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [READ] });
const idOf = ({ headers }: Reply): string => headers.get('ferrule-decision-id') ?? '';
const outcomeOf = ({ status, json }: Reply): unknown => [status, json['error'] ?? null];
const UNAVAILABLE = [503, 'audit_unavailable'];

async function startOnPostgres(settings: Readonly<Record<string, string>>) {
  const database = await createPostgres();
  onTestFinished(database.drop);
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { ...database.settings, SERVICE_AUDIT: 'database', SERVICE_WORKERS: '1', ...settings },
  );
  onTestFinished(service.close);
  const client = new pg.Client({ connectionString: database.settings['DATABASE_URL'] });
  await client.connect();
  onTestFinished(() => client.end());
  const recorded = async (): Promise<readonly unknown[]> => {
    const { rows } = await client.query<{ readonly line: string }>(
      'SELECT line FROM ferrule.decision_log ORDER BY seq',
    );
    return rows
      .map(({ line }) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .flatMap(({ decision_id: id }) => id ?? []);
  };
  const { rows } = await client.query<{ readonly name: string }>('SELECT current_database() AS name');
  const name = `"${rows[0]?.name}"`;
  return { service, recorded, client, outages: outagesOf(client, name) };
}

type Outage = 'a table that is away' | 'a database that takes no connections';

interface Trouble {
  readonly fail: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
}

const outagesOf = (client: pg.Client, database: string): Readonly<Record<Outage, Trouble>> => ({
  'a table that is away': {
    fail: () => client.query('ALTER TABLE ferrule.decision_log RENAME TO away'),
    mend: () => client.query('ALTER TABLE ferrule.away RENAME TO decision_log'),
  },
  'a database that takes no connections': {
    async fail() {
      await administer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    },
    mend: () => administer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`),
  },
});

const OUTAGES = ['a table that is away', 'a database that takes no connections'] as const;

// Both fail the same query: a plain run has one of them.
test.each(OUTAGES.slice(full(0, 1)))('in sync no decision is given that %s does not have', async (outage) => {
  const { service, recorded, outages } = await startOnPostgres({ SERVICE_AUDIT_MODE: 'sync' });
  const { fail, mend } = outages[outage];
  const answered: string[] = [];
  for (let i = 0; i < 3; i++) {
    answered.push(idOf(await ask(service)));
    expect(await recorded()).toEqual(answered);
  }
  await fail();
  expect(outcomeOf(await ask(service))).toEqual(UNAVAILABLE);
  expect(outcomeOf(await ask(service))).toEqual(UNAVAILABLE);
  expect((await service.request('GET', '/readyz')).status).toBe(503);
  await mend();
  await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
  const last = idOf(await ask(service));
  expect(await recorded()).toEqual(expect.arrayContaining([...answered, last]));
});

// Tests of the writer in `sinks.test.ts`, and those with a collector, below, try the buffer.
test.runIf(FULL).each(OUTAGES)(
  'in async what %s does not take waits in the buffer, and all of it comes',
  async (outage) => {
    const { service, recorded, outages } = await startOnPostgres({ SERVICE_AUDIT_BUFFER_BYTES: '2000' });
    const { fail, mend } = outages[outage];
    await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
    await fail();
    const answered: string[] = [];
    let reply = await ask(service);
    for (; reply.status === 200 && answered.length < 20; reply = await ask(service))
      answered.push(idOf(reply));
    expect(outcomeOf(reply)).toEqual(UNAVAILABLE);
    expect(answered.length).toBeGreaterThan(1);
    await mend();
    await expect.poll(recorded).toEqual(expect.arrayContaining(answered));
    await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
  },
);

// A plain run tries the two that follow with a collector, below.
test.runIf(FULL)(
  'with drop, requests are decided without a database, and the next record says how many are missing',
  async () => {
    const { service, recorded, client, outages } = await startOnPostgres({
      SERVICE_AUDIT_BUFFER_BYTES: '2000',
      SERVICE_AUDIT_OVERFLOW: 'drop',
    });
    const { fail, mend } = outages['a table that is away'];
    await expect.poll(async () => (await ask(service)).status).toBe(200);
    await fail();
    for (let i = 0; i < 10; i++) expect((await ask(service)).status).toBe(200);
    const { text } = await service.request('GET', '/metrics');
    const dropped = Number(/^ferrule_audit_dropped_total (\d+)$/m.exec(text)?.[1]);
    expect(dropped).toBeGreaterThan(0);
    await mend();
    await expect.poll(async () => (await recorded()).length).toBeGreaterThanOrEqual(11 - dropped);
    const last = idOf(await ask(service));
    await expect.poll(recorded).toContain(last);
    const { rows } = await client.query<{ readonly line: string }>(
      `SELECT line FROM ferrule.decision_log WHERE line LIKE '%"dropped":%'`,
    );
    expect(rows.map(({ line }) => (JSON.parse(line) as { readonly dropped: number }).dropped)).toEqual([
      dropped,
    ]);
  },
);

test('in sync, requests wait for a slow database and complete when it has the record', async () => {
  const { service, recorded, client } = await startOnPostgres({ SERVICE_AUDIT_MODE: 'sync' });
  const before = [idOf(await ask(service))];
  await client.query('BEGIN');
  await client.query('LOCK TABLE ferrule.decision_log IN EXCLUSIVE MODE');
  let answered = 0;
  const asked = Array.from({ length: 5 }, () => ask(service).finally(() => answered++));
  // The decisions are made, and wait.
  await expect
    .poll(async () => (await client.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
    .toBeGreaterThan(0);
  expect([answered, await recorded()]).toEqual([0, before]);
  await client.query('COMMIT');
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(await recorded())).toEqual(new Set([...before, ...replies.map(idOf)]));
});

test.runIf(FULL)(
  'in async, a slow database delays no request; when the buffer is full, requests are refused',
  async () => {
    const { service, recorded, client } = await startOnPostgres({ SERVICE_AUDIT_BUFFER_BYTES: '2000' });
    await expect.poll(async () => (await ask(service)).status).toBe(200);
    await client.query('BEGIN');
    await client.query('LOCK TABLE ferrule.decision_log IN EXCLUSIVE MODE');
    const answered: string[] = [];
    let reply = await ask(service);
    for (; reply.status === 200 && answered.length < 20; reply = await ask(service))
      answered.push(idOf(reply));
    expect(outcomeOf(reply)).toEqual(UNAVAILABLE);
    expect(answered.length).toBeGreaterThan(1);
    await client.query('COMMIT');
    await expect.poll(recorded).toEqual(expect.arrayContaining(answered));
  },
);

/** A collector that responds only when released. */
async function startCollector() {
  const ids: unknown[] = [];
  const waiting: ServerResponse[] = [];
  const state = { isSlow: true };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const events = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()) as Record<string, unknown>[];
      ids.push(...events.map(({ decision_id: id }) => id));
      if (state.isSlow) waiting.push(response);
      else response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const release = (): void => {
    state.isSlow = false;
    for (const response of waiting.splice(0)) response.end();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ids, release };
}

test('a slow collector delays no request; when the buffer is full, requests are refused', async () => {
  const { url, ids, release } = await startCollector();
  const settings = { SERVICE_AUDIT: url, SERVICE_AUDIT_BUFFER_BYTES: '2000' };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  const answered: string[] = [];
  let reply = await ask(service);
  for (; reply.status === 200 && answered.length < 20; reply = await ask(service)) answered.push(idOf(reply));
  expect(outcomeOf(reply)).toEqual(UNAVAILABLE);
  expect(answered.length).toBeGreaterThan(1);
  const { text } = await service.request('GET', '/metrics');
  expect(text).toContain('\nferrule_audit_full 1\n');
  expect(text).toContain(`\nferrule_audit_records_total ${answered.length}\n`);
  release();
  await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
  await service.close();
  expect(ids).toEqual(expect.arrayContaining(answered));
});

test('with drop it is decided all the same, and what is missing is counted', async () => {
  const { url, ids, release } = await startCollector();
  const settings = {
    SERVICE_AUDIT: url,
    SERVICE_AUDIT_BUFFER_BYTES: '2000',
    SERVICE_AUDIT_OVERFLOW: 'drop',
  };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  for (let i = 0; i < 10; i++) expect((await ask(service)).status).toBe(200);
  const { text } = await service.request('GET', '/metrics');
  const recorded = Number(/^ferrule_audit_records_total (\d+)$/m.exec(text)?.[1]);
  expect(recorded).toBeGreaterThan(1);
  expect(text).toContain(`\nferrule_audit_dropped_total ${10 - recorded}\n`);
  expect(text).toContain('\nferrule_audit_full 0\n');
  release();
  await service.close();
  expect(ids).toHaveLength(recorded);
});
