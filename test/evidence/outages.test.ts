/** A dead database and a slow collector: what is answered meanwhile, and what is in the log afterwards. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgres } from '../runs/support/databases.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
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
  const fail = (): Promise<unknown> => client.query('ALTER TABLE ferrule.decision_log RENAME TO away');
  const mend = (): Promise<unknown> => client.query('ALTER TABLE ferrule.away RENAME TO decision_log');
  return { service, recorded, fail, mend };
}

test('in sync a decision is in the database when it is answered, and none is given without', async () => {
  const { service, recorded, fail, mend } = await startOnPostgres({ SERVICE_AUDIT_MODE: 'sync' });
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
  await expect.poll(async () => outcomeOf(await ask(service)), { timeout: 20_000 }).toEqual([200, null]);
  const last = idOf(await ask(service));
  expect(await recorded()).toEqual(expect.arrayContaining([...answered, last]));
});

test('in async decisions are given while their records fit into the buffer, and all of them come', async () => {
  const { service, recorded, fail, mend } = await startOnPostgres({ SERVICE_AUDIT_BUFFER_BYTES: '2000' });
  await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
  await fail();
  const answered: string[] = [];
  let reply = await ask(service);
  for (; reply.status === 200 && answered.length < 20; reply = await ask(service)) answered.push(idOf(reply));
  expect(outcomeOf(reply)).toEqual(UNAVAILABLE);
  expect(answered.length).toBeGreaterThan(1);
  await mend();
  await expect.poll(recorded, { timeout: 20_000 }).toEqual(expect.arrayContaining(answered));
  await expect.poll(async () => outcomeOf(await ask(service))).toEqual([200, null]);
});

/** A collector that answers nothing until it is let. */
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

test('a slow collector keeps nobody waiting; when the buffer is full, nothing more is decided', async () => {
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
