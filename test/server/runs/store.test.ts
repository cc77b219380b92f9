import { readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, utimes } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultDataDir } from '../../../store/data-dir.ts';
import { FolderInUse, lockFolder } from '../../../store/folder-lock.ts';
import { LazyStore } from '../../../store/lazy-store.ts';
import { openStore } from '../../../store/open-store.ts';
import { notify, type Store, type StoreLog } from '../../../store/store.ts';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from './support/databases.ts';
import { startProxy } from './support/proxy.ts';

const log: StoreLog = { warn: () => undefined, error: () => undefined };

describe.each(['the embedded database', 'PostgreSQL'])('a store on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await (kind === 'PostgreSQL' ? createPostgres() : createEmbeddedDatabase());
    store = await openStore(
      {
        databaseUrl: database.settings['DATABASE_URL'] ?? null,
        dataDir: database.settings['SERVICE_DATA_DIR'] ?? '',
      },
      log,
    );
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  test('returns values of the same types', async () => {
    const rows = await store.query<Record<string, unknown>>(
      "SELECT $1::text AS t, $2::int AS i, 7::float8 AS f, $3::bool AS b, to_timestamp(1) AS d, NULL AS n, $4::text[] = '{a,b}' AS l",
      ['é', 3, true, ['a', 'b']],
    );
    expect(rows).toEqual([{ t: 'é', i: 3, f: 7, b: true, d: new Date(1000), n: null, l: true }]);
  });

  test('a transaction is all or nothing, and others do not get into it', async () => {
    await store.query('CREATE TABLE numbers (n int PRIMARY KEY)');
    const add = (n: number, fail: boolean): Promise<void> =>
      store.transaction(async (sql) => {
        await sql.query('INSERT INTO numbers VALUES ($1)', [n]);
        if (fail) throw new Error('no');
      });
    const ends = await Promise.allSettled([add(1, false), add(2, true), add(3, false), add(1, false)]);
    const [one, failed, three, again] = ends.map(({ status }) => status);
    expect([failed, three]).toEqual(['rejected', 'fulfilled']);
    // Whichever of the two is first: they may have connections of their own.
    expect([one, again].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await store.query('SELECT n FROM numbers ORDER BY n')).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test('an actor with many operations does not delay another one', async () => {
    const done: string[] = [];
    const greedy = store.as('greedy');
    const flood = Array.from({ length: 60 }, (_, i) =>
      (i % 2 === 0
        ? greedy.query('SELECT pg_sleep(0.01)')
        : greedy.transaction((sql) => sql.query('SELECT pg_sleep(0.01)'))
      ).then(() => done.push('greedy')),
    );
    const others = ['modest', ''].map((actor) =>
      store
        .as(actor)
        .query('SELECT 1')
        .then(() => done.push(actor)),
    );
    await Promise.all([...flood, ...others]);
    // At most those that were under way, and one turn of each other actor.
    expect(done.indexOf('modest')).toBeLessThan(25);
    expect(done.indexOf('')).toBeLessThan(25);
  });

  test('a script that fails in its own transaction leaves nothing open', async () => {
    await expect(store.script('BEGIN; CREATE TABLE x (n int); SELECT 1 / 0; COMMIT;')).rejects.toThrow(
      /zero/,
    );
    expect(await store.query("SELECT to_regclass('x')::text AS name")).toEqual([{ name: null }]);
    expect(await store.script('SELECT 1 AS a; SELECT 2 AS b;')).toEqual([{ b: 2 }]);
  });

  test('sends listeners the notifications of committed transactions', async () => {
    const heard: (string | null)[] = [];
    const stop = await store.listen('ferrule_runs', (payload) => void heard.push(payload));
    await store.transaction((sql) => notify(sql, 'ferrule_runs', 'one'));
    await store
      .transaction(async (sql) => {
        await notify(sql, 'ferrule_runs', 'never');
        throw new Error('no');
      })
      .catch(() => undefined);
    await notify(store, 'ferrule_fleet', 'other');
    await notify(store, 'ferrule_runs', 'two');
    await expect.poll(() => heard.filter((payload) => payload !== null)).toEqual(['one', 'two']);
    stop();
    await notify(store, 'ferrule_runs', 'three');
    expect(heard).not.toContain('three');
  });
});

describe('PostgreSQL that goes away', () => {
  test('is reported as such, and works again when it is back', async () => {
    const database = await createPostgres();
    const proxy = await startProxy(database.settings['DATABASE_URL'] ?? '');
    const store = await openStore({ databaseUrl: proxy.url, dataDir: '' }, log);
    const heard: (string | null)[] = [];
    await store.listen('ferrule_runs', (payload) => void heard.push(payload));
    proxy.cut();
    const unavailable = { code: 'store_unavailable' };
    await expect(store.query('SELECT 1')).rejects.toMatchObject(unavailable);
    await expect(store.transaction((sql) => sql.query('SELECT 1'))).rejects.toMatchObject(unavailable);
    proxy.heal();
    const before = heard.length;
    // Notifications may have been missed meanwhile, which is reported too.
    await expect.poll(() => heard.slice(before)).toContain(null);
    expect(await store.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await store.close();
    await proxy.close();
    await database.drop();
  });

  test('keeps neither a close nor an opening waiting for the time limit of a statement', async () => {
    const database = await createPostgres();
    const proxy = await startProxy(database.settings['DATABASE_URL'] ?? '');
    const place = { databaseUrl: proxy.url, dataDir: '' };
    const problems: unknown[] = [];
    const kept = { ...log, warn: ({ problem }: { readonly problem?: unknown }) => problems.push(problem) };
    const store = await openStore(place, kept);
    proxy.freeze();
    const unavailable = { code: 'store_unavailable' };
    const asked = expect(store.query('SELECT 1')).rejects.toMatchObject(unavailable);
    await store.close();
    await asked;
    const lazy = new LazyStore(place, kept);
    const opening = expect(lazy.open()).rejects.toMatchObject(unavailable);
    lazy.giveUp();
    await opening;
    await expect(lazy.open()).rejects.toMatchObject({ code: 'shutting_down' });
    await lazy.close();
    expect(problems).not.toContain('Query read timeout');
    await proxy.close();
    await database.drop();
  });

  test('does not open', async () => {
    const lazy = new LazyStore({ databaseUrl: 'postgresql://127.0.0.1:9/none', dataDir: '' }, log);
    await expect(lazy.open()).rejects.toMatchObject({ code: 'store_unavailable' });
    await lazy.close();
    await expect(lazy.open()).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

describe('the lock of a folder', () => {
  let folder: string;
  const locks = async (): Promise<string[]> => (await readdir(folder)).sort();
  const hold = (number: number, holder: object): Promise<void> =>
    writeFile(join(folder, `lock.${number}`), JSON.stringify({ released: false, started: null, ...holder }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is held by one', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await lock.release();
    const next = await lockFolder(folder);
    expect(await locks()).toEqual(['lock.2']);
    await next.release();
  });

  test('of those who come at once one gets it', async () => {
    await hold(1, { host: hostname(), pid: 2 ** 22 + 1 });
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    const got = ends.filter((end) => end.status === 'fulfilled');
    expect(got).toHaveLength(1);
    await got[0]?.value.release();
  });

  test('is taken over from a process that is gone, also when its number was given again', async () => {
    await hold(3, { host: hostname(), pid: process.pid, started: '1' });
    await (await lockFolder(folder)).release();
    expect(await locks()).toEqual(['lock.4']);
  });

  test('is taken over from another machine only when it shows no sign of life', async () => {
    await hold(1, { host: 'elsewhere', pid: 1 });
    await expect(lockFolder(folder)).rejects.toThrow('in use by process 1 on elsewhere');
    const long = new Date(Date.now() - 60_000);
    await utimes(join(folder, 'lock.1'), long, long);
    await (await lockFolder(folder)).release();
  });

  test('keeps the embedded database from being opened twice', async () => {
    const { settings, drop } = await createEmbeddedDatabase();
    const place = { databaseUrl: null, dataDir: settings['SERVICE_DATA_DIR'] ?? '' };
    const store = await openStore(place, log);
    await expect(openStore(place, log)).rejects.toThrow(FolderInUse);
    const refused = new LazyStore(place, log).open();
    await expect(refused).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'the folder of the embedded database is in use by another process',
    });
    await store.query('CREATE TABLE kept (n int)');
    await store.close();
    const again = await openStore(place, log);
    expect(await again.query('SELECT n FROM kept')).toEqual([]);
    await again.close();
    await drop();
  });
});

test('the data folder is that of the user', () => {
  expect(defaultDataDir({ XDG_DATA_HOME: '/data' })).toBe(join('/data', 'ferrule'));
  expect(defaultDataDir({})).toMatch(/ferrule$/);
});
