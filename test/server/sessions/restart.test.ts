import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbedded, createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { createRoot } from '../runs/support/files.ts';
import {
  endAll,
  startProcess,
  type Answer,
  type ServiceProcess,
  type Settings,
} from '../runs/support/process.ts';
import { startProxy } from '../runs/support/proxy.ts';
import { FULL, full } from '../../full.ts';
import { ACCESS } from '../support/rulesets.ts';

afterAll(endAll);

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

let root: string;
let removeRoot: () => Promise<void>;
beforeEach(async () => {
  ({ root, remove: removeRoot } = await createRoot({ 'access.yaml': ACCESS }));
});
afterEach(async () => {
  endAll();
  await removeRoot();
});

function start(database: TestDatabase, more: Settings = {}): Promise<ServiceProcess> {
  return startProcess({ ...database.settings, SERVICE_RULESET_ROOT: root, ...more });
}

function evaluate(on: ServiceProcess, session_id: string, session?: string): Promise<Answer> {
  return on.request('POST', '/v1/evaluate', { ruleset: 'access', facts: [], session_id, session });
}

function assertAgent(on: ServiceProcess, session_id: string, id: string): Promise<Answer> {
  return on.request('POST', '/v1/facts', { session_id, template: 'agent', data: { id } });
}

async function agents(on: ServiceProcess, session_id: string): Promise<unknown> {
  const { json } = await on.request('POST', '/v1/query', { session_id, template: 'agent' });
  return (json['facts'] as { id: string }[] | undefined)?.map(({ id }) => id) ?? json['error'];
}

const STORES = [
  ['the embedded store', createEmbedded],
  ['PostgreSQL', createPostgres],
] as const;

// `survive.test.ts` kills servers on PostgreSQL.
describe.each(STORES.slice(0, full(2, 1)))('with %s', (_name, create) => {
  test('sessions, their order and the marks of those that ended outlive a server that is killed', async () => {
    const database = await create();
    const first = await start(database);
    await evaluate(first, 'kept');
    for (const id of ['b', 'a', 'c']) await assertAgent(first, 'kept', id);
    const filter = { id: 'a' };
    await first.request('DELETE', '/v1/facts', { session_id: 'kept', template: 'agent', filter });
    await assertAgent(first, 'kept', 'a');
    await evaluate(first, 'ended');
    await first.request('DELETE', '/v1/sessions/ended');
    // Two facts and their retraction, over and over: the log is rewritten on the way.
    await evaluate(first, 'busy');
    for (let i = 0; i < 60; i++) {
      await assertAgent(first, 'busy', `x${i}`);
      if (i < 59) await first.request('DELETE', '/v1/facts', { session_id: 'busy', template: 'agent' });
    }
    await first.end('SIGKILL');

    const second = await start(database);
    expect(await agents(second, 'kept')).toEqual(['b', 'c', 'a']);
    expect(await agents(second, 'busy')).toEqual(['x59']);
    expect((await evaluate(second, 'ended')).json['error']).toBe('session_expired');
    expect((await evaluate(second, 'kept')).headers.get('ferrule-session')).toBe('existing');
    expect((await evaluate(second, 'never', 'require')).json['error']).toBe('session_not_found');
    await assertAgent(second, 'kept', 'd');
    expect(await agents(second, 'kept')).toEqual(['b', 'c', 'a', 'd']);
    await second.end();
    await database.drop();
  });

  // `sessions.test.ts` and `modes.test.ts` try both in one process.
  test.runIf(FULL)('the number of sessions and their time to live hold', async () => {
    const database = await create();
    const server = await start(database, { SERVICE_MAX_SESSIONS: '2', SERVICE_SESSION_TTL_SECONDS: '2' });
    await evaluate(server, 'a');
    await evaluate(server, 'b');
    const third = await evaluate(server, 'c');
    expect([third.status, third.json['error']]).toEqual([503, 'session_limit_exceeded']);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await evaluate(server, 'c')).status).toBe(200);
    expect((await evaluate(server, 'a')).json['error']).toBe('session_expired');
    expect((await evaluate(server, 'a', 'create')).status).toBe(200);
    expect(await agents(server, 'a')).toEqual([]);
    await server.end();
    await database.drop();
  });
});

test('sessions in memory end with the process', async () => {
  const database = await createEmbedded();
  const first = await start(database, { SERVICE_SESSIONS: 'memory' });
  await evaluate(first, 'lost');
  await first.end('SIGKILL');
  const second = await start(database, { SERVICE_SESSIONS: 'memory' });
  expect((await evaluate(second, 'lost')).headers.get('ferrule-session')).toBe('created');
  await database.drop();
});

describe('several servers on one PostgreSQL', () => {
  // `survive.test.ts` compares what three servers answer with what one would.
  test.runIf(FULL)(
    'see at once what any of them acknowledged, and change one session one after the other',
    async () => {
      const database = await createPostgres();
      const servers = await Promise.all([start(database), start(database)]);
      const [a, b] = servers as [ServiceProcess, ServiceProcess];
      await evaluate(a, 's');
      await assertAgent(a, 's', 'one');
      expect(await agents(b, 's')).toEqual(['one']);
      await assertAgent(b, 's', 'two');
      expect(await agents(a, 's')).toEqual(['one', 'two']);
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, i) => assertAgent(servers[i % 2]!, 's', `n${i}`)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      const both = await Promise.all(servers.map((each) => agents(each, 's')));
      expect(both[0]).toHaveLength(32);
      expect(both[1]).toEqual(both[0]);
      const made = await Promise.all(servers.map((each) => evaluate(each, 'once', 'create')));
      expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
      await a.request('DELETE', '/v1/sessions/s');
      expect(await agents(b, 's')).toBe('session_expired');
      await database.drop();
    },
  );

  test('answer nothing on sessions while the database is away, and go on when it is back', async () => {
    const database = await createPostgres();
    const proxy = await startProxy(database.settings['DATABASE_URL'] ?? '');
    const server = await start({ ...database, settings: { DATABASE_URL: proxy.url } });
    await evaluate(server, 's');
    await assertAgent(server, 's', 'one');
    proxy.cut();
    expect((await assertAgent(server, 's', 'two')).json['error']).toBe('store_unavailable');
    expect(await agents(server, 's')).toBe('store_unavailable');
    expect((await evaluate(server, 's')).status).toBe(503);
    const without = await server.request('POST', '/v1/evaluate', { ruleset: 'access', facts: [] });
    expect(without.status).toBe(200);
    proxy.heal();
    expect(await agents(server, 's')).toEqual(['one']);
    await proxy.close();
    await database.drop();
  });
});

describe('a server that cannot have its store does not start', () => {
  // Tests of the lock of a folder, and of approvals, have two that want one.
  test.runIf(FULL)('because another server has it', async () => {
    const database = await createEmbedded();
    await start(database);
    await expect(start(database)).rejects.toThrow(
      /is in use by process \d+; .* set another SERVICE_DATA_DIR/,
    );
    await database.drop();
  });

  test('because the folder is a file', async () => {
    const path = join(root, 'file');
    await writeFile(path, '');
    const nowhere = { settings: { SERVICE_DATA_DIR: path }, drop: () => Promise.resolve() };
    await expect(start(nowhere)).rejects.toThrow(/SERVICE_DATA_DIR: cannot open the embedded store/);
  });

  test('because the database does not respond', async () => {
    const nowhere = {
      settings: { DATABASE_URL: 'postgresql://127.0.0.1:9/none' },
      drop: () => Promise.resolve(),
    };
    await expect(start(nowhere)).rejects.toThrow(/the database does not/);
  });
});

test('a killed server without a waiting parent releases its folder', async () => {
  const database = await createEmbedded();
  // The shell becomes a program that never waits for its child.
  const command = `"$@" & echo "pid $!"; exec sleep 60`;
  const parent = spawn('sh', ['-c', command, 'sh', process.execPath, CLI, 'serve', '--port', '0'], {
    env: { PATH: process.env['PATH'], SERVICE_RULESET_ROOT: root, ...database.settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  while (!out.includes('Try:')) out += String((await once(parent.stdout, 'data'))[0]);
  process.kill(Number(/pid (\d+)/.exec(out)?.[1]), 'SIGKILL');
  const server = await start(database);
  expect((await evaluate(server, 's')).status).toBe(200);
  parent.kill('SIGKILL');
  await server.end();
  await database.drop();
});

test('a full disk refuses what cannot be kept, loses nothing, and the server goes on', async () => {
  const database = await createEmbedded();
  // No file may grow beyond this: writing then fails as it does on a full disk.
  const server = await startProcess(
    { ...database.settings, SERVICE_RULESET_ROOT: root },
    [],
    "trap '' XFSZ; ulimit -f 4096",
  );
  await evaluate(server, 's');
  await assertAgent(server, 's', 'first');
  const large = 'x'.repeat(700_000);
  const replies: Answer[] = [];
  for (let i = 0; i < 8; i++) replies.push(await assertAgent(server, 's', `${i}${large}`));
  const kept = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(kept.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, json } of refused) expect([status, json['error']]).toEqual([503, 'store_unavailable']);
  expect(await agents(server, 's')).toHaveLength(1 + kept.length);
  expect((await evaluate(server, 's')).status).toBe(200);
  await server.end('SIGKILL');
  const next = await start(database);
  expect(await agents(next, 's')).toHaveLength(1 + kept.length);
  await next.end();
  await database.drop();
});
