/** The queue of runs on a database that several processes share. */
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunQueue } from '../../../server/runs/run-queue.ts';
import { openStore } from '../../../store/open-store.ts';
import { createPostgres, type TestDatabase } from './support/databases.ts';
import { endAll, startProcess, until } from './support/process.ts';

const log = pino({ level: 'silent' });
const TOGETHER = 6;

/** A function that pg-boss calls, made to fail. A sequence records the call, even if all else is rolled back. */
const BROKEN = `CREATE SEQUENCE tried;
CREATE OR REPLACE FUNCTION ferrule_queue.create_queue(queue_name text, options json)
  RETURNS VOID AS $$ BEGIN PERFORM nextval('public.tried'); RAISE EXCEPTION 'out of order'; END $$ LANGUAGE plpgsql`;

afterAll(endAll);

describe('a queue', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createPostgres();
  });
  afterEach(async () => {
    endAll();
    await database.drop();
  });

  const url = (): string => database.settings['DATABASE_URL'] ?? '';

  async function openQueue(): Promise<() => Promise<void>> {
    const store = await openStore({ databaseUrl: url(), dataDir: ':memory:' }, log);
    const close = (): Promise<void> => store.close();
    try {
      const queue = await RunQueue.open(store, log);
      return async () => {
        await queue.close();
        await close();
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  it('is made once, however many processes open it at the same moment', async () => {
    const opened = await Promise.allSettled(Array.from({ length: TOGETHER }, openQueue));
    for (const one of opened) if (one.status === 'fulfilled') await one.value();
    expect(opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
  });

  it('that does not open does not keep a service from ending', async () => {
    await (
      await openQueue()
    )();
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    await client.query(BROKEN);
    const service = await startProcess(database.settings);
    await until(
      async () => (await client.query<{ is_called: boolean }>('SELECT is_called FROM tried')).rows[0],
      (row) => row?.is_called === true,
    );
    await client.end();
    await service.end();
    await expect(service.request('GET', '/health')).rejects.toThrow();
  });
});
