import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from './support/databases.ts';
import { createRoot } from './support/files.ts';
import {
  endAll,
  runCommand,
  startProcess,
  TOKEN,
  until,
  type ServiceProcess,
  type Settings,
} from './support/process.ts';
import { FULL, full } from '../../full.ts';

afterAll(endAll);

const PARAMS = { left: 'allow', right: 'escalate', name: 'ann' };

type Record_ = Record<string, unknown>;

function hasEnded(record: Record_): boolean {
  return record['finished_at'] !== null && record['finished_at'] !== undefined;
}

async function ended(service: ServiceProcess, path: string): Promise<Record_> {
  return until(async () => (await service.request('GET', path)).json, hasEnded);
}

async function list(service: ServiceProcess): Promise<Record_[]> {
  return (await service.request('GET', '/v1/runs?limit=100')).json['runs'] as Record_[];
}

/** Tests that differ in nothing but the database run on the embedded one in a full run only: its start takes seconds. */
describe.each([
  ['the embedded database', createEmbeddedDatabase, FULL],
  ['PostgreSQL', createPostgres, true],
] as const)('on %s', (_, createDatabase, all) => {
  let database: TestDatabase;
  let settings: Settings;
  let removeRoot: () => Promise<void>;

  beforeEach(async () => {
    database = await createDatabase();
    const { root, remove } = await createRoot();
    removeRoot = remove;
    settings = { ...database.settings, SERVICE_RULESET_ROOT: root };
  });
  afterEach(async () => {
    endAll();
    await database.drop();
    await removeRoot();
  });

  // The next test does that on PostgreSQL.
  test.runIf(FULL || !all)(
    'what a killed process left is finished by the next, and no node twice',
    async () => {
      const first = await startProcess(settings);
      const accepted: string[] = [];
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await first.request('POST', '/v1/runs', { graph_id: 'chain' });
        expect(status).toBe(202);
        accepted.push(headers.get('location') ?? '');
      }
      await until(
        () => list(first),
        (runs) => runs.some(({ status }) => status === 'running'),
      );
      await first.end('SIGKILL');
      const second = await startProcess(settings);
      for (const location of accepted) {
        const record = await ended(second, location);
        expect(record['status']).toBe('succeeded');
        const { nodes } = record['result'] as { nodes: Record_ };
        expect(Object.keys(nodes)).toHaveLength(8);
      }
      expect(await list(second)).toHaveLength(3);
      await second.end();
    },
  );

  test.runIf(all)('killed over and over, at any moment, it loses no run that it accepted', async () => {
    const accepted = new Set<string>();
    for (let round = 0; round < full(3, 1); round++) {
      const service = await startProcess(settings);
      const enqueuing = Array.from({ length: 12 }, async (_, i) => {
        const body =
          i % 3 === 0
            ? { graph_id: 'chain' }
            : { graph_id: 'diamond', params: PARAMS, idempotency_key: `key-${i}` };
        const { headers } = await service.request('POST', '/v1/runs', body);
        accepted.add(headers.get('location') ?? '');
      });
      await Promise.race(enqueuing);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      await service.end('SIGKILL');
      await Promise.allSettled(enqueuing);
    }
    const service = await startProcess(settings);
    for (const location of accepted) expect((await ended(service, location))['status']).toBe('succeeded');
    // Keys with or without a response: each made one run.
    const keys = (await list(service)).map(({ idempotency_key: key }) => key).filter((key) => key !== null);
    expect(new Set(keys).size).toBe(keys.length);
    await service.end();
  });

  test.runIf(all)('clients with one idempotency key make one run', async () => {
    const service = await startProcess(settings);
    const body = { graph_id: 'diamond', params: PARAMS, idempotency_key: 'once' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.request('POST', '/v1/runs', body)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await list(service)).toHaveLength(1);
    await service.end();
  });

  test.runIf(all)('the command line and HTTP make the same record', async () => {
    const service = await startProcess(settings);
    const { headers } = await service.request('POST', '/v1/runs', { graph_id: 'diamond', params: PARAMS });
    const byHttp = await ended(service, headers.get('location') ?? '');
    const args = ['run', 'diamond', '--params', JSON.stringify(PARAMS), '--wait'];
    const remote = await runCommand(args, { FERRULE_URL: service.url, FERRULE_TOKEN: TOKEN });
    expect(remote.code).toBe(0);
    await service.end();
    const local = await runCommand(args, settings);
    expect(local.err).toBe('');
    const records = [byHttp, JSON.parse(remote.out) as Record_, JSON.parse(local.out) as Record_];
    expect(records.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const timeless = records.map((record) => withoutTime(record));
    expect(timeless[1]).toEqual(timeless[0]);
    expect(timeless[2]).toEqual(timeless[0]);
  });

  test.runIf(all)('a run that was only enqueued waits for a service', async () => {
    const { out, code } = await runCommand(['run', 'diamond', '--params', JSON.stringify(PARAMS)], settings);
    expect([code, JSON.parse(out)]).toEqual([0, { run_id: 'poc-diamond', status: 'pending' }]);
    const service = await startProcess(settings);
    expect((await ended(service, '/v1/runs/poc-diamond'))['status']).toBe('succeeded');
    await service.end();
  });

  test.runIf(all)('a service that is stopped gives back what it has not finished', async () => {
    const first = await startProcess({ ...settings, SERVICE_SHUTDOWN_MS: '500' });
    for (let i = 0; i < 4; i++) await first.request('POST', '/v1/runs', { graph_id: 'chain' });
    await first.end('SIGTERM');
    const second = await startProcess(settings);
    const record = await ended(second, '/v1/runs/poc-chain?attempt=4');
    expect(record['status']).toBe('succeeded');
    await second.end();
  });
});

/** Times and durations, and the attempt, are a run's own. */
function withoutTime(value: unknown): unknown {
  const own = /_at$|^duration_us$|^attempt$/;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !own.test(key))
      .map(([key, item]) => [key, withoutTime(item)]),
  );
}
