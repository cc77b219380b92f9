import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { createRoot } from '../runs/support/files.ts';
import { endAll, startProcess, until, type ServiceProcess, type Settings } from '../runs/support/process.ts';
import { startProxy } from '../runs/support/proxy.ts';
import { BLOCKING, NARROW, POLITE, request } from './rules.ts';
import { FULL } from '../../full.ts';

afterAll(endAll);

let database: TestDatabase;
let settings: Settings;
let removeRoot: () => Promise<void>;

beforeEach(async () => {
  database = await createPostgres();
  const { root, remove } = await createRoot({ 'blocking.yaml': BLOCKING });
  removeRoot = remove;
  settings = {
    ...database.settings,
    SERVICE_RULESET_ROOT: root,
    SERVICE_RULESET: `${root}/blocking.yaml`,
    SERVICE_FLEET: 'eu',
  };
});
afterEach(async () => {
  endAll();
  await database.drop();
  await removeRoot();
});

const BLOCKED = { template: 'blocked', data: { agent: 'ann' } };

async function decide(service: ServiceProcess, agent = 'ann'): Promise<unknown> {
  const { json } = await service.request('POST', '/v1/evaluate', {
    ruleset: 'blocking',
    facts: [request(agent)],
  });
  return json['reason'] ?? json['error'];
}

async function status(service: ServiceProcess): Promise<Record<string, unknown>> {
  return (await service.request('GET', '/v1/status')).json;
}

function start(more: Settings = {}): Promise<ServiceProcess> {
  return startProcess({ ...settings, ...more });
}

describe('three servers on one database', () => {
  test('share facts and reloads, when one is killed and another joins', async () => {
    const [a, b, c] = await Promise.all([start(), start({ SERVICE_WORKERS: '2' }), start()]);
    const asserted = await a.request('POST', '/v1/fleet/facts', BLOCKED);
    expect(asserted.json).toEqual({ success: true, created: true });
    for (const each of [a, b, b, c]) expect(await decide(each)).toBe('ann is blocked (1)');
    expect((await b.request('POST', '/v1/fleet/facts', BLOCKED)).json['created']).toBe(false);

    const reloaded = await b.request('POST', '/v1/rules/reload', { ruleset_yaml: POLITE });
    expect(reloaded.status).toBe(200);
    const hash = reloaded.json['ruleset_hash_after'];
    for (const each of [a, c])
      await until(
        () => status(each),
        (told) => told['ruleset_hash'] === hash,
      );
    for (const each of [a, b, c]) {
      expect(await decide(each, 'bob')).toBe('bob is welcome');
      expect(await decide(each)).toBe('ann is blocked (1)');
    }

    await a.end('SIGKILL');
    const d = await start();
    expect(await status(d)).toMatchObject({
      ruleset_hash: hash,
      replica_version: '1',
      replica_problem: null,
    });
    expect(await decide(d, 'bob')).toBe('bob is welcome');
    const query = await d.request('POST', '/v1/fleet/query', { template: 'blocked' });
    expect(query.json).toEqual({ facts: [{ agent: 'ann', weight: 1 }] });
    const retracted = await d.request('DELETE', '/v1/fleet/facts', { template: 'blocked', filter: null });
    expect(retracted.json).toEqual({ retracted_count: 1 });
    for (const each of [b, c, d]) expect(await decide(each)).toBe('ann is welcome');
  });

  test('reload at the same time, and end with one ruleset', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    const replies = await Promise.all(
      servers.map((each, i) =>
        each.request('POST', '/v1/rules/reload', { ruleset_yaml: BLOCKING.replace(' may', ` may ${i}`) }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    await until(
      () => Promise.all(servers.map(status)),
      (all) =>
        all.every((told) => told['replica_version'] === '3') &&
        new Set(all.map((told) => told['ruleset_hash'])).size === 1,
    );
    const reasons = await Promise.all(servers.map((each) => decide(each)));
    expect(new Set(reasons).size).toBe(1);
  });

  test('what a reload leaves out is kept from the version before, on all of them', async () => {
    const [a, b] = await Promise.all([start(), start()]);
    const rules = POLITE.slice(POLITE.indexOf('rules:'));
    const reply = await a.request('POST', '/v1/rules/reload', { ruleset_yaml: rules });
    expect(reply.status).toBe(200);
    const hash = reply.json['ruleset_hash_after'];
    await until(
      () => status(b),
      (told) => told['ruleset_hash'] === hash,
    );
    const again = await b.request('POST', '/v1/rules/reload', {
      ruleset_yaml: rules.replace('welcome', 'here'),
    });
    const c = await start();
    expect(await status(c)).toMatchObject({
      ruleset_hash: again.json['ruleset_hash_after'],
      replica_problem: null,
    });
    expect(await decide(c)).toBe('ann is here');
  });
});

test('a server that cannot load a reload of the others says so and keeps what it has', async () => {
  const a = await start();
  // It wants signatures, which the others do not make.
  const b = await start({ SERVICE_RULESET_PUBKEY: Buffer.alloc(32, 7).toString('base64') });
  const before = (await status(b))['ruleset_hash'];
  expect((await a.request('POST', '/v1/rules/reload', { ruleset_yaml: POLITE })).status).toBe(200);
  const told = await until(
    () => status(b),
    ({ replica_problem: problem }) => problem !== null,
  );
  expect(told['ruleset_hash']).toBe(before);
  expect(told['replica_problem']).toMatch(/version 1 .* is not loaded: its signature does not verify/);
  expect(await decide(b)).toBe('ann may');
});

test('a server that was started with other files keeps them, and follows the next reload', async () => {
  const a = await start();
  await a.request('POST', '/v1/rules/reload', { ruleset_yaml: POLITE });
  const { root, remove } = await createRoot({ 'other.yaml': BLOCKING.replace(' may', ' can') });
  const b = await start({ SERVICE_RULESET: `${root}/other.yaml` });
  expect(await decide(b)).toBe('ann can');
  await a.request('POST', '/v1/rules/reload', { ruleset_yaml: BLOCKING.replace(' may', ' could') });
  await until(
    () => decide(b),
    (reason) => reason === 'ann could',
  );
  await remove();
});

// `engine.test.ts` has members of one process for this test, and for one that is cut off from the database.
test.runIf(FULL)(
  'a reload that facts of the fleet do not fit is refused and changes nothing anywhere',
  async () => {
    const [a, b] = await Promise.all([start(), start()]);
    await a.request('POST', '/v1/fleet/facts', BLOCKED);
    const { status: code, json } = await b.request('POST', '/v1/rules/reload', { ruleset_yaml: NARROW });
    expect([code, json['error']]).toEqual([400, 'invalid_ruleset']);
    for (const each of [a, b]) expect(await decide(each)).toBe('ann is blocked (1)');
    expect((await status(a))['replica_version']).toBe('0');
  },
);

test('a worker that dies has the facts of the fleet again', async () => {
  const a = await start({ SERVICE_EVALUATE_TIMEOUT_MS: '100' });
  await a.request('POST', '/v1/fleet/facts', BLOCKED);
  const many = Array.from({ length: 400 }, (_, i) => request(`agent-${i}`));
  const slow = BLOCKING.replace(
    'rules:',
    `rules:
  - name: everything
    when:
      - { template: request, conditions: [{ slot: agent, bind: "?x" }] }
      - { template: request, conditions: [{ slot: agent, bind: "?y" }] }
      - { template: request, conditions: [{ slot: agent, bind: "?z" }, { test: "(eq (str-cat ?x ?y) ?z)" }] }
    then: { action: deny, reason: never }`,
  );
  await a.request('POST', '/v1/rules/reload', { ruleset_yaml: slow });
  const stuck = await a.request('POST', '/v1/evaluate', { ruleset: 'blocking', facts: many });
  expect([stuck.status, stuck.json['error']]).toEqual([503, 'evaluation_timeout']);
  expect(
    await until(
      () => decide(a),
      (reason) => reason !== 'evaluation_timeout',
    ),
  ).toBe('ann is blocked (1)');
});

test.runIf(FULL)('a server that is cut off from the database refuses to decide, and recovers', async () => {
  const proxy = await startProxy(database.settings['DATABASE_URL'] ?? '');
  const [cut, other] = await Promise.all([start({ DATABASE_URL: proxy.url }), start()]);
  expect(await decide(cut)).toBe('ann may');
  proxy.cut();
  expect(await decide(cut)).toBe('fleet_unavailable');
  const refused = await cut.request('POST', '/v1/rules/reload', { ruleset_yaml: POLITE });
  expect([refused.status, (await status(cut))['replica_version']]).toEqual([503, '0']);
  await other.request('POST', '/v1/fleet/facts', BLOCKED);
  await other.request('POST', '/v1/rules/reload', { ruleset_yaml: POLITE });
  proxy.heal();
  await until(
    () => decide(cut, 'bob'),
    (reason) => reason === 'bob is welcome',
  );
  expect(await decide(cut)).toBe('ann is blocked (1)');
  await proxy.close();
});

describe('refusals', () => {
  test('of facts of a fleet', async () => {
    const a = await start();
    const refusals: [unknown, number, string][] = [
      [{ template: 'blockd', data: {} }, 422, 'validation_error'],
      [{ template: 'blocked', data: {} }, 422, 'validation_error'],
      [{ template: 'request', data: { agent: 'ann' } }, 409, 'scope_error'],
      [{ template: 'blocked' }, 422, 'validation_error'],
    ];
    for (const [body, code, error] of refusals) {
      const reply = await a.request('POST', '/v1/fleet/facts', body);
      expect([reply.status, reply.json['error']]).toEqual([code, error]);
    }
    // In a request they are refused as on any engine.
    const reply = await a.request('POST', '/v1/evaluate', { ruleset: 'blocking', facts: [BLOCKED] });
    expect([reply.status, reply.json['error']]).toEqual([409, 'scope_error']);
  });

  test('on a server of no fleet, and without a ruleset to mount', async () => {
    const { SERVICE_FLEET: _, ...alone } = settings;
    const server = await startProcess(alone);
    const reply = await server.request('POST', '/v1/fleet/facts', BLOCKED);
    expect([reply.status, reply.json['error']]).toEqual([503, 'fleet_not_served']);
    const { SERVICE_RULESET: __, ...stock } = settings;
    await expect(startProcess(stock)).rejects.toThrow(/SERVICE_FLEET: needs SERVICE_RULESET/);
  });

  // Sessions refuse in the same way: `restart.test.ts`.
  test.runIf(FULL)('to start as a member without the database', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:9/none' };
    await expect(start(nowhere)).rejects.toThrow(/database does not/);
  });
});

// test/server/fleet/engine.test.ts tries the embedded database in every run.
test.runIf(FULL)('a fleet works on the embedded database, and lives on in it', async () => {
  const embedded = await createEmbeddedDatabase();
  const { DATABASE_URL: _, ...rest } = settings;
  const own = { ...rest, ...embedded.settings };
  const first = await startProcess(own);
  await first.request('POST', '/v1/fleet/facts', BLOCKED);
  await expect(startProcess(own)).rejects.toThrow(/in use by process/);
  await first.end('SIGKILL');
  const second = await startProcess(own);
  expect(await decide(second)).toBe('ann is blocked (1)');
  await second.end();
  await embedded.drop();
});
