/** The ledger on a SQL database decides as the one in memory does, also when several servers count at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AskedDecision, AskedUse, Ledger } from '../../../store/budgets/ledger.ts';
import { memoryLedger } from '../../../store/budgets/operations.ts';
import { sqlLedger } from '../../../store/budgets/sql/sql-ledger.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import { full } from '../../full.ts';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-28T20:00:00Z');
const QUIET = { warn: () => undefined, error: () => undefined };
let database: TestDatabase;
const stores: Store[] = [];

/** A ledger with connections of its own, as a server has. */
async function ledgerOn(isGivenTime: boolean, databaseUrl: string | null): Promise<Ledger> {
  const store = await openStore({ databaseUrl, dataDir: ':memory:' }, QUIET);
  stores.push(store);
  return sqlLedger({ open: async () => store, writer: randomUUID(), process: randomUUID(), isGivenTime });
}

beforeAll(async () => {
  database = await createPostgres();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});

const use = (amount: number | string, more: Partial<AskedUse> = {}): AskedUse => ({
  budget: 'b',
  key: '{}',
  secret: [],
  amount: String(amount),
  overflows: false,
  limit: '100',
  isKnown: true,
  window: { kind: 'sliding', ms: HOUR, written: '1h' },
  reserve: null,
  shape: 's',
  isApproved: false,
  ...more,
});
let count = 0;
const ask = (uses: readonly AskedUse[], now: number, more: Partial<AskedDecision> = {}): AskedDecision => ({
  id: `d${++count}`,
  ruleset: 'r',
  session: null,
  idempotency: { owner: 't', key: `k${count}`, digest: 'x' },
  uses,
  isAllowed: true,
  response: '{"a":"\\u0000"}',
  record: '"time":"2026-03-28T20:00:00.000Z","kind":"decision"',
  approval: null,
  now,
  ...more,
});

/** The same draws for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
}

const BUDGETS: readonly ((draw: (most: number) => number) => Partial<AskedUse>)[] = [
  () => ({ budget: 'hour' }),
  () => ({
    budget: 'day',
    window: { kind: 'calendar', unit: 'day', zone: 'Europe/Brussels', written: 'day' },
  }),
  () => ({
    budget: 'month',
    limit: '900',
    window: { kind: 'calendar', unit: 'month', zone: 'UTC', written: 'm' },
  }),
  () => ({ budget: 'session', window: { kind: 'session', written: 'session' } }),
  (draw) => ({
    budget: 'held',
    limit: '300',
    reserve: { ttlMs: 600_000, onExpire: draw(2) === 0 ? 'keep' : 'release' },
  }),
  // Holds that are longer than decisions are kept.
  (draw) => ({
    budget: 'long',
    limit: '300',
    reserve: { ttlMs: 50 * 24 * HOUR, onExpire: draw(2) === 0 ? 'keep' : 'release' },
  }),
  (draw) => ({ budget: 'fact', limit: String(draw(200)), isLimitOfFact: true }),
];

/** Sequences and lines in one order; lists in any. */
function comparable(value: unknown): unknown {
  return Array.isArray(value)
    ? [...(value as unknown[])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : value;
}

const PLACES: readonly (readonly [string, () => string | null])[] = [
  ['PostgreSQL', () => database.settings['DATABASE_URL']!],
  ['PGlite', () => null],
];

test.each(PLACES)(
  'random operations have the results of a ledger in memory: %s',
  async (_name, place) => {
    const memory = memoryLedger();
    const sql = await ledgerOn(true, place());
    const draw = dice(11);
    const both = async <T>(operation: (ledger: Ledger) => Promise<T>): Promise<T> => {
      const [a, b] = [await operation(memory), await operation(sql)];
      expect(comparable(b)).toEqual(comparable(a));
      return a;
    };
    let now = START;
    const decided: AskedDecision[] = [];
    let counted = 0;
    for (let i = 0; i < full(2_000, 150); i++) {
      // Some decisions get older than the 35 days in which they can be found.
      now += draw(8) === 0 ? draw(3 * HOUR) : draw(60_000);
      if (draw(60) === 0) now += draw(40) * 24 * HOUR;
      const pick = draw(20);
      const before = decided[draw(decided.length)];
      if (pick < 12 || before === undefined) {
        const chosen = BUDGETS.filter(() => draw(3) === 0).map((budget) =>
          use(draw(60), {
            key: JSON.stringify({ k: draw(2) }),
            isKnown: draw(20) > 0,
            isApproved: draw(8) === 0,
            overflows: draw(30) === 0,
            ...budget(draw),
          }),
        );
        const asked = ask(chosen, now, { session: `s${draw(2)}`, isAllowed: draw(10) > 0 });
        const result = await both((ledger) => ledger.decide(asked));
        if (result.kind === 'decided' && result.counted) {
          counted++;
          decided.push(asked);
        }
      } else if (pick === 12) await both((ledger) => ledger.decide({ ...before, id: `again${i}`, now }));
      else if (pick === 13)
        await both((ledger) =>
          ledger.decide({
            ...before,
            id: `other${i}`,
            idempotency: { ...before.idempotency, digest: 'y' },
            now,
          }),
        );
      else if (pick === 14) await both((ledger) => ledger.preview({ ...before, id: `preview${i}`, now }));
      else if (pick === 15) await both((ledger) => ledger.find(before.id, now));
      else if (pick === 16) {
        const amount = String(draw(80));
        const settlement =
          draw(3) === 0 ? ({ kind: 'release' } as const) : ({ kind: 'commit', amount } as const);
        await both((ledger) => ledger.settle(before.id, settlement, now, null));
      } else if (pick === 17) await both((ledger) => ledger.list(now));
      else if (pick === 18) {
        const shape = draw(4) === 0 ? 't' : 's';
        await both((ledger) =>
          ledger.changed('r', { hour: shape, day: 's', month: 's', session: 's', fact: 's' }, now),
        );
        await both((ledger) => ledger.decide(ask([use(1, { budget: 'hour', shape: 't' })], now)));
      } else if (draw(4) === 0)
        await both((ledger) => ledger.reset('r', draw(2) === 0 ? 'hour' : 'day', now, null));
    }
    expect(counted).toBeGreaterThan(25);
  },
  240_000,
);

test('a key that is used again after a day repeats the newer decision, whatever was removed since', async () => {
  for (const ledger of [memoryLedger(), await ledgerOn(true, PLACES[0]![1]())]) {
    const key = { idempotency: { owner: 't', key: 'again', digest: 'x' } };
    const wide = use(1, { budget: 'again', limit: '1000' });
    const decide = async (now: number, more: Partial<AskedDecision> = {}) =>
      ledger.decide(ask([wide], now, more));
    expect(await decide(START, key)).toMatchObject({ kind: 'decided', counted: true });
    expect(await decide(START + 25 * HOUR, key)).toMatchObject({ kind: 'decided', counted: true });
    for (let i = 1; i < 6; i++) await decide(START + 25 * HOUR + i);
    expect(await decide(START + 26 * HOUR, key)).toMatchObject({ kind: 'replayed' });
  }
});

test('requests of one group see each other, in every kind of window', async () => {
  const ledger = await ledgerOn(false, PLACES[0]![1]());
  for (const budget of BUDGETS.slice(0, 5)) {
    const own = use(1, {
      ...budget(() => 0),
      limit: '100',
      shape: 'group',
      budget: `group-${budget(() => 0).budget}`,
    });
    const asked = Array.from({ length: 60 }, (_, i) =>
      ask([{ ...own, amount: String(1 + (i % 5)) }], Date.now() + i, { session: 's' }),
    );
    const decided = await Promise.all(asked.map((each) => ledger.decide(each)));
    const counted = asked.filter((_, i) => {
      const each = decided[i]!;
      return each.kind === 'decided' && each.counted;
    });
    const total = counted.reduce((sum, { uses }) => sum + Number(uses[0]!.amount), 0);
    expect(total).toBe(100);
  }
});

test('several ledgers on one database never exceed a limit', async () => {
  const ledgers = await Promise.all([1, 2, 3].map(() => ledgerOn(false, PLACES[0]![1]())));
  let total = 0;
  const client = async (i: number): Promise<void> => {
    for (let n = 0; n < 10; n++) {
      const amount = 1 + Math.floor(Math.random() * 40);
      const keys = [0, 1, 2, 3].filter(() => Math.random() < 0.5);
      const uses = keys.map((key) =>
        use(amount, { key: JSON.stringify({ key }), limit: '2000', shape: 'many' }),
      );
      const decided = await ledgers[i % 3]!.decide(
        ask(uses.reverse(), Date.now(), { ruleset: 'several', id: randomUUID() }),
      );
      if (decided.kind === 'decided' && decided.counted) total += amount * keys.length;
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, i) => client(i)));
  const listed = (await ledgers[0]!.list(0)).filter(({ ruleset }) => ruleset === 'several');
  const used = listed.map((key) => Number(key.used));
  expect(Math.max(...used)).toBeLessThanOrEqual(2000);
  expect(Math.min(...used)).toBeGreaterThan(1900);
  expect(used.reduce((sum, each) => sum + each, 0)).toBe(total);
});
