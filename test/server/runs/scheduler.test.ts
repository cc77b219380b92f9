import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import type { GraphPlan } from '../../../library/graphs/graph.ts';
import type { Evaluated } from '../../../server/runs/graphs/outcome.ts';
import { ServiceError } from '../../../library/errors.ts';
import { RunQueue } from '../../../server/runs/run-queue.ts';
import { NO_RECORDER } from '../../../server/runs/run-recorder.ts';
import { RunScheduler } from '../../../server/runs/run-scheduler.ts';
import type { RunRequest } from '../../../server/runs/run-request.ts';
import { claimRun, finishRun, listRuns, readRun, recordNode } from '../../../server/runs/run-table.ts';
import type { RunRow } from '../../../server/runs/run-record.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import { SERVICE_CALLER } from '../../../server/tokens/caller.ts';
import { full } from '../../full.ts';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from './support/databases.ts';
import { until } from './support/process.ts';

const log = pino({ level: 'silent' });

const NODE = { ruleset: 'r', after: [], when: [], facts: [] };
const PLAN: GraphPlan = {
  graph: 'g',
  nodes: [
    { ...NODE, id: 'a' },
    { ...NODE, id: 'b', after: ['a'] },
  ],
  output: null,
};

function evaluated(reason = ''): Evaluated {
  return { decision: 'allow', reason, rule_trace: [], module_trace: [], metadata: {}, duration_us: 1 };
}

function request(graphId = 'g', idempotencyKey: string | null = null, params = {}): RunRequest {
  return { graphId, params, idempotencyKey };
}

describe.each(['PostgreSQL', 'the embedded database'].slice(0, full(2, 1)))('on %s', (kind) => {
  let database: TestDatabase | null = null;
  let store: Store;
  let queue: RunQueue;
  const schedulers: RunScheduler[] = [];

  beforeAll(async () => {
    database = await (kind === 'PostgreSQL' ? createPostgres() : createEmbeddedDatabase());
    const { DATABASE_URL: databaseUrl = null, SERVICE_DATA_DIR: dataDir = '' } = database.settings;
    store = await openStore({ databaseUrl, dataDir }, log);
    queue = await RunQueue.open(store, log);
  });
  afterEach(async () => {
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop(5_000)));
    await store.query('TRUNCATE ferrule.graph CASCADE');
  });
  afterAll(async () => {
    await queue.close();
    await store.close();
    await database?.drop();
  });

  function createScheduler(evaluate: () => Promise<Evaluated>, concurrency = 4): RunScheduler {
    const planOf = (): Promise<GraphPlan> => Promise.resolve(PLAN);
    const scheduler = new RunScheduler({
      store,
      queue,
      planOf,
      evaluate,
      recorder: NO_RECORDER,
      concurrency,
      log,
    });
    schedulers.push(scheduler);
    return scheduler;
  }

  function ended(graphId: string, attempt: number | null = null): Promise<RunRow | null> {
    return until(
      () => readRun(store, SERVICE_CALLER, graphId, attempt),
      (row) => row?.finished_at instanceof Date,
    );
  }

  test('attempts of one graph run one after the other, graphs side by side', async () => {
    const open = new Set<number>();
    let most = 0;
    let calls = 0;
    const scheduler = createScheduler(async () => {
      const call = calls++;
      open.add(call);
      most = Math.max(most, open.size);
      // Until another graph has begun, however slow the machine is.
      for (let i = 0; i < 2_000 && most < 2; i++) await new Promise((resolve) => setTimeout(resolve, 30));
      await new Promise((resolve) => setTimeout(resolve, 30));
      open.delete(call);
      return evaluated();
    }, 2);
    for (const graphId of ['x', 'y', 'z']) {
      for (let i = 0; i < 3; i++) await scheduler.enqueue(request(graphId));
    }
    await scheduler.start();
    for (const graphId of ['x', 'y', 'z']) {
      const rows = await Promise.all([1, 2, 3].map((attempt) => ended(graphId, attempt)));
      expect(rows.map((row) => row?.status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      const [first, second] = rows;
      expect(second!.started_at!.getTime()).toBeGreaterThanOrEqual(first!.finished_at!.getTime());
    }
    expect(most).toBe(2);
    expect(calls).toBe(18);
  });

  test('two schedulers on one database run everything once', async () => {
    let calls = 0;
    const evaluate = (): Promise<Evaluated> => {
      calls++;
      return Promise.resolve(evaluated());
    };
    const [one, two] = [createScheduler(evaluate), createScheduler(evaluate)];
    await Promise.all([one.start(), two.start()]);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? one : two).enqueue(request(`g${i % 8}`))),
    );
    await Promise.all(Array.from({ length: 8 }, (_, i) => ended(`g${i}`, 5)));
    expect(calls).toBe(80);
  });

  test('a key makes one run, and is refused for another', async () => {
    const scheduler = createScheduler(() => Promise.resolve(evaluated()));
    const same = await Promise.all(
      Array.from({ length: 20 }, () => scheduler.enqueue(request('g', 'key', { a: 1 }))),
    );
    expect(new Set(same.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect((await scheduler.enqueue(request('g'))).attempt).toBe(2);
    for (const other of [request('h', 'key', { a: 1 }), request('g', 'key', { a: 2 })]) {
      await expect(scheduler.enqueue(other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    }
    expect(
      (
        await listRuns(store, {
          reader: SERVICE_CALLER,
          graphId: null,
          status: null,
          limit: 10,
          before: null,
        })
      ).rows,
    ).toHaveLength(2);
  });

  test('a run whose process died goes on from the nodes that were recorded', async () => {
    const evaluations: string[] = [];
    const scheduler = createScheduler(() => {
      evaluations.push('b');
      return Promise.resolve(evaluated('later'));
    });
    await scheduler.enqueue(request());
    const claim = (await claimRun(store, 'g', 'dead'))!;
    await recordNode(store, claim, 'a', { ...evaluated('before'), status: 'succeeded', error: null });
    expect(await claimRun(store, 'g', 'other')).toBeNull();
    await expireLease();
    await scheduler.start();
    const row = await ended('g');
    expect(evaluations).toEqual(['b']);
    const { nodes } = JSON.parse(row?.result ?? '') as { nodes: Record<string, { reason: string }> };
    expect([nodes['a']?.reason, nodes['b']?.reason]).toEqual(['before', 'later']);
    // The dead one comes back to life: it has no say any more.
    expect(
      await recordNode(store, claim, 'c', { ...evaluated(), status: 'succeeded', error: null }),
    ).toBeNull();
    await finishRun(store, claim, { result: null, error: { error: 'x', detail: 'x', field: null } });
    expect((await readRun(store, SERVICE_CALLER, 'g', null))?.status).toBe('succeeded');
  });

  test('of two that record a node the first counts', async () => {
    const scheduler = createScheduler(() => Promise.resolve(evaluated()));
    await scheduler.enqueue(request());
    const first = (await claimRun(store, 'g', 'first'))!;
    await recordNode(store, first, 'a', { ...evaluated('first'), status: 'succeeded', error: null });
    await expireLease();
    const second = (await claimRun(store, 'g', 'second'))!;
    expect(second.claims).toBe(2);
    const counts = await recordNode(store, second, 'a', {
      ...evaluated('second'),
      status: 'succeeded',
      error: null,
    });
    expect(counts?.reason).toBe('first');
  });

  test('a run that takes its process with it each time is given up', async () => {
    const scheduler = createScheduler(() => Promise.resolve(evaluated()));
    await scheduler.enqueue(request());
    for (let i = 0; i < 5; i++) {
      expect(await claimRun(store, 'g', `dead-${i}`)).not.toBeNull();
      await expireLease();
    }
    await scheduler.work('g');
    const row = await readRun(store, SERVICE_CALLER, 'g', null);
    expect([row?.status, JSON.parse(row?.error ?? '')]).toEqual([
      'failed',
      {
        error: 'run_crashed',
        detail: 'the run was started 5 times, and its process ended each time',
        field: null,
      },
    ]);
  });

  test('a refusal that says nothing about the run leaves it to be run later', async () => {
    let isDown = true;
    const scheduler = createScheduler(() =>
      isDown ? Promise.reject(new ServiceError('shutting_down', 'x')) : Promise.resolve(evaluated()),
    );
    await scheduler.enqueue(request());
    await expect(scheduler.work('g')).rejects.toMatchObject({ code: 'shutting_down' });
    expect((await readRun(store, SERVICE_CALLER, 'g', null))?.status).toBe('pending');
    isDown = false;
    await scheduler.work('g');
    expect((await readRun(store, SERVICE_CALLER, 'g', null))?.status).toBe('succeeded');
  });

  test('a full queue of evaluations is waited for', async () => {
    let refusals = 3;
    const scheduler = createScheduler(() =>
      refusals-- > 0 ? Promise.reject(new ServiceError('overloaded', 'x')) : Promise.resolve(evaluated()),
    );
    await scheduler.enqueue(request());
    await scheduler.work('g');
    expect((await readRun(store, SERVICE_CALLER, 'g', null))?.status).toBe('succeeded');
  });

  test('a graph that is refused makes no run', async () => {
    const planOf = (): Promise<GraphPlan> => Promise.reject(new ServiceError('graph_not_found', 'x'));
    const evaluate = (): Promise<Evaluated> => Promise.resolve(evaluated());
    const scheduler = new RunScheduler({
      store,
      queue,
      planOf,
      evaluate,
      recorder: NO_RECORDER,
      concurrency: 1,
      log,
    });
    await expect(scheduler.enqueue(request('g', 'key'))).rejects.toMatchObject({ code: 'graph_not_found' });
    expect(await readRun(store, SERVICE_CALLER, 'g', null)).toBeNull();
  });

  test('runs are listed newest first, by graph, state and page', async () => {
    const scheduler = createScheduler(() => Promise.resolve(evaluated()));
    for (const graphId of ['x', 'y', 'x', 'x']) await scheduler.enqueue(request(graphId));
    await claimRun(store, 'x', 'c');
    const all = { reader: SERVICE_CALLER, graphId: null, status: null, limit: 10, before: null };
    const list = async (filter: object): Promise<string[]> =>
      (await listRuns(store, { ...all, ...filter })).rows.map(
        ({ graph_id: id, attempt }) => `${id}${attempt}`,
      );
    expect(await list({})).toEqual(['x3', 'x2', 'y1', 'x1']);
    expect(await list({ graphId: 'x', limit: 2 })).toEqual(['x3', 'x2']);
    expect(await list({ status: 'running' })).toEqual(['x1']);
    const { rows, hasMore } = await listRuns(store, all);
    expect(hasMore).toBe(false);
    expect((await listRuns(store, { ...all, limit: 3 })).hasMore).toBe(true);
    expect(await list({ before: rows[0]?.sequence })).toEqual(['x2', 'y1', 'x1']);
  });

  test('a page of runs ends where they fill it, and the next one goes on there', async () => {
    const scheduler = createScheduler(() => Promise.resolve(evaluated()));
    for (let n = 1; n <= 6; n++)
      await scheduler.enqueue(request('large', null, { n, text: 'x'.repeat(400_000) }));
    const pages: number[][] = [];
    let before: number | null = null;
    for (;;) {
      const { rows, hasMore } = await listRuns(store, {
        reader: SERVICE_CALLER,
        graphId: null,
        status: null,
        limit: 100,
        before,
      });
      pages.push(rows.map(({ attempt }) => attempt));
      if (!hasMore) break;
      before = rows.at(-1)?.sequence ?? null;
    }
    expect(pages).toEqual([
      [6, 5, 4],
      [3, 2, 1],
    ]);
  });

  /** As if the time of every claim had passed. */
  async function expireLease(): Promise<void> {
    await store.query('UPDATE ferrule.run SET lease_until = to_timestamp(0) WHERE claim IS NOT NULL');
  }
});
