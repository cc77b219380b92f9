import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FleetEngine } from '../../../server/fleet/fleet-engine.ts';
import { openFleetStore } from '../../../server/fleet/fleet-store.ts';
import type { Store } from '../../../store/store.ts';
import { full } from '../../full.ts';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { startProxy } from '../runs/support/proxy.ts';
import { BLOCKING, NARROW, POLITE, request } from './rules.ts';

const SOURCES = [{ path: 'blocking.yaml', text: BLOCKING }];

/** Each test has a fleet of its own. */
let own = '';

function join(store: Store, fleet = own): Promise<FleetEngine> {
  return FleetEngine.fromSources(SOURCES, { store, fleet });
}

async function decide(engine: FleetEngine, agent = 'ann'): Promise<string | null> {
  return (await engine.evaluate({ facts: [request(agent)] })).decision;
}

// `servers.test.ts` is on PostgreSQL.
describe.each(['embedded', 'PostgreSQL'].slice(0, full(2, 1)))('members on one database, %s', (kind) => {
  let database: TestDatabase | null = null;
  let store: Store;

  beforeAll(async () => {
    database = await (kind === 'embedded' ? createEmbeddedDatabase() : createPostgres());
    const { DATABASE_URL: url, SERVICE_DATA_DIR: dataDir = '' } = database.settings;
    store = await openFleetStore(url === undefined ? { dataDir } : { databaseUrl: url });
  });
  afterAll(async () => {
    await store.close();
    await database?.drop();
  });
  beforeEach(() => {
    own = randomUUID();
  });

  test('a fact asserted by one is in the next decision of the others', async () => {
    const [a, b] = [await join(store), await join(store)];
    expect(await decide(b)).toBe('allow');
    expect(await a.assertFact('blocked', { agent: 'ann' })).toBe(true);
    expect(await decide(b)).toBe('deny');
    expect(await b.assertFact('blocked', { agent: 'ann', weight: 1 })).toBe(false);
    expect(await b.retract('blocked', { agent: 'ann' })).toBe(1);
    expect(await decide(a)).toBe('allow');
    expect(await a.retract('blocked')).toBe(0);
  });

  test('one that joins later starts with the existing facts, and fleets are separate', async () => {
    const a = await join(store);
    await a.assertFacts([
      { template: 'blocked', data: { agent: 'ann', weight: 9_007_199_254_740_993n } },
      { template: 'blocked', data: { agent: 'bob' } },
    ]);
    await a.retract('blocked', { agent: 'bob' });
    const b = await join(store);
    expect(await b.query('blocked')).toEqual([{ agent: 'ann', weight: 9_007_199_254_740_993n }]);
    expect((await b.evaluate({ facts: [request('ann')] })).reason).toBe('ann is blocked (9007199254740993)');
    expect(await (await join(store, randomUUID())).count('blocked')).toBe(0);
  });

  test('a fact comes back as it went in, whatever its text', async () => {
    const [a, b] = [await join(store), await join(store)];
    const texts = [
      '',
      'NULL',
      '{a,"b"}',
      "it's",
      'back\\slash',
      'é\u{1F600}',
      'line\nfeed',
      '\0',
      '\u{2028}',
    ];
    await a.assertFacts(texts.map((agent) => ({ template: 'blocked', data: { agent } })));
    expect((await b.query('blocked')).map(({ agent }) => agent)).toEqual(texts);
    expect(await b.retract('blocked', { agent: 'back\\slash' })).toBe(1);
    expect(await a.count('blocked')).toBe(texts.length - 1);
  });

  test('equal facts of one batch are one fact', async () => {
    const [a, b] = [await join(store), await join(store)];
    const fact = { template: 'blocked', data: { agent: 'ann' } };
    expect(await a.assertFacts([fact, fact, { ...fact, data: { agent: 'bob' } }])).toBe(2);
    expect(await b.count('blocked')).toBe(2);
  });

  test('all members have the facts in one order', async () => {
    const members = [await join(store), await join(store), await join(store)];
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => members[i % 3]!.assertFact('blocked', { agent: `agent-${i}` })),
    );
    await Promise.all([0, 7, 13].map((i) => members[i % 3]!.retract('blocked', { agent: `agent-${i}` })));
    const [first, ...others] = await Promise.all([...members, await join(store)].map((each) => each.facts()));
    expect(first).toHaveLength(27);
    for (const facts of others) expect(facts).toEqual(first);
  });

  test('a batch is all or nothing, and is validated before it becomes visible', async () => {
    const [a, b] = [await join(store), await join(store)];
    const good = { template: 'blocked', data: { agent: 'ann' } };
    await expect(a.assertFacts([good, { template: 'blocked', data: {} }])).rejects.toThrow(
      "Missing required slot(s) ['agent'] in template 'blocked'",
    );
    await expect(a.assertFacts([good, request('ann')])).rejects.toThrow(/not shared/);
    await expect(a.assertFact('blockd', {})).rejects.toThrow("Unknown template 'blockd'");
    expect(await b.count('blocked')).toBe(0);
  });

  test('facts of other templates stay with their engine', async () => {
    const [a, b] = [await join(store), await join(store)];
    await a.assertFact('note', { text: 'mine' });
    expect([await a.count('note'), await b.count('note')]).toEqual([1, 0]);
    expect(await a.retract('note')).toBe(1);
  });

  test('a reload keeps the shared facts, and is refused when they do not fit', async () => {
    const a = await join(store);
    await a.assertFact('blocked', { agent: 'ann' });
    await expect(a.reloadRules({ yaml: NARROW })).rejects.toThrow(/not in allowed values/);
    await a.reloadRules({ yaml: POLITE });
    expect(await decide(a)).toBe('deny');
    expect((await a.evaluate({ facts: [request('bob')] })).reason).toBe('bob is welcome');
  });

  test('a member with a fact that it cannot accept decides nothing until the fact is gone', async () => {
    const a = await join(store);
    const narrow = await FleetEngine.fromSources([{ path: 'narrow.yaml', text: NARROW }], {
      store,
      fleet: own,
    });
    await a.assertFact('blocked', { agent: 'ann' });
    await expect(decide(narrow)).rejects.toMatchObject({ code: 'fleet_unavailable' });
    await a.retract('blocked');
    expect(await decide(narrow)).toBe('allow');
  });

  test('one that has left receives no further changes', async () => {
    const a = await join(store);
    a.leave();
    await (await join(store)).assertFact('blocked', { agent: 'ann' });
    // It may still ask.
    expect(await decide(a)).toBe('deny');
  });
});

test('a member that is cut off from the database returns nothing that may be stale', async () => {
  const database = await createPostgres();
  const url = database.settings['DATABASE_URL'] ?? '';
  const proxy = await startProxy(url);
  const [here, there] = await Promise.all([
    openFleetStore({ databaseUrl: proxy.url }),
    openFleetStore({ databaseUrl: url }),
  ]);
  own = randomUUID();
  const [cut, other] = [await join(here), await join(there)];
  expect(await decide(cut)).toBe('allow');
  for (const separate of [() => proxy.cut(), () => proxy.freeze()]) {
    separate();
    await expect(decide(cut)).rejects.toMatchObject({ code: 'fleet_unavailable' });
    await expect(cut.query('blocked')).rejects.toMatchObject({ code: 'fleet_unavailable' });
    await expect(cut.assertFact('blocked', { agent: 'eve' })).rejects.toMatchObject({
      code: 'fleet_unavailable',
    });
    await other.assertFact('blocked', { agent: 'ann' });
    proxy.heal();
    await expect.poll(() => decide(cut).catch(() => null)).toBe('deny');
    await other.retract('blocked', { agent: 'ann' });
  }
  expect(await other.count('blocked', { agent: 'eve' })).toBe(0);
  await Promise.all([here.close(), there.close(), proxy.close()]);
  await database.drop();
});
