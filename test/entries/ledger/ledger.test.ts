import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import {
  decide,
  openLedger,
  ServiceError,
  type DecideRequest,
  type FolderLedger,
  type SentSettlement,
} from '../../../entries/ledger.ts';

const RULES = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
rules:
  pay:
    allow: ok
    if: payment.amount >= 0
`;
const budgets = (text: string): string => `${RULES}budgets:\n  daily-spend:\n    { for: payment, ${text} }\n`;
const DAILY = budgets(
  'per: payment.centre, amount: payment.amount, limit: 500, window: 24h, reason: "{used} of {limit}"',
);

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-ledger-'));
  folders.push(folder);
  return folder;
};
const opened: FolderLedger[] = [];
const newLedger = async (folder?: string): Promise<FolderLedger> => {
  const ledger = await openLedger(folder ?? (await newFolder()));
  opened.push(ledger);
  return ledger;
};
afterAll(async () => {
  for (const ledger of opened) await ledger.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const engineOf = (text: string, name = 'spend'): Promise<Engine> =>
  Engine.fromSources([{ path: 'spend.yaml', text }], { name, warmUp: false });
let count = 0;
const pay = (amount: unknown, more: Partial<DecideRequest> = {}): DecideRequest => {
  const id = `p-${++count}`;
  return {
    idempotency_key: id,
    facts: [{ template: 'payment', data: { id, centre: 'ops', amount } }],
    ...more,
  };
};
/** Code and text of a refusal. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      const { code = 'none', message } = error as Error & { readonly code?: string };
      return `${code}: ${message}`;
    },
  );

test('an allow counts until the limit, and a deny names the budget', async () => {
  const [engine, ledger] = [await engineOf(DAILY), await newLedger()];
  const first = await decide(engine, ledger, pay(480));
  expect(first).toMatchObject({
    decision: 'allow',
    replayed: false,
    counted: true,
    exceeded_budgets: [],
    reservation: null,
    ruleset_hash: engine.hash,
  });
  const second = await decide(engine, ledger, pay(30, { include: ['budgets'] }));
  expect(second).toMatchObject({
    decision: 'deny',
    reason: '480 of 500',
    counted: false,
    exceeded_budgets: ['daily-spend'],
    budgets: [{ budget: 'daily-spend', key: { centre: 'ops' }, used: 480, requested: 30, exceeded: true }],
  });
  expect(await decide(engine, ledger, pay(20))).toMatchObject({ decision: 'allow', counted: true });
  expect(await ledger.list()).toMatchObject([
    { ruleset: 'spend', budget: 'daily-spend', key: { centre: 'ops' }, used: 500, limit: 500, window: '24h' },
  ]);
});

test('many first uses of one key at once fit the limit exactly', async () => {
  const [engine, ledger] = [await engineOf(DAILY), await newLedger()];
  const all = await Promise.all(Array.from({ length: 60 }, () => decide(engine, ledger, pay(50))));
  expect(all.filter(({ decision }) => decision === 'allow')).toHaveLength(10);
  expect(all.filter(({ counted }) => counted)).toHaveLength(10);
});

test('a key repeats its decision, also when it comes twice at once and after a restart', async () => {
  const folder = await newFolder();
  const [engine, ledger] = [await engineOf(DAILY), await newLedger(folder)];
  const request = pay(100);
  const [one, other] = await Promise.all([decide(engine, ledger, request), decide(engine, ledger, request)]);
  expect([one.replayed, other.replayed]).toEqual([false, true]);
  await ledger.close();
  const again = await newLedger(folder);
  expect(await decide(engine, again, request)).toEqual({ ...one, replayed: true });
  expect(await again.list()).toMatchObject([{ used: 100 }]);
  const different = { ...request, facts: pay(99).facts! };
  expect(await refusal(decide(engine, again, different))).toBe(
    'idempotency_conflict: the key was used for another request',
  );
  // Keys belong to the token.
  expect(await decide(engine, again, { ...request, token: 'other' })).toMatchObject({ replayed: false });
});

test('two openings of one folder share their sums', async () => {
  const folder = await newFolder();
  const [engine, one, other] = [await engineOf(DAILY), await newLedger(folder), await newLedger(folder)];
  expect(await decide(engine, one, pay(400))).toMatchObject({ counted: true });
  expect(await decide(engine, other, pay(101))).toMatchObject({ counted: false });
});

test('a compiled ruleset decides, and one without budgets counts nothing', async () => {
  const ledger = await newLedger();
  const { ruleset } = await engineOf(DAILY);
  expect(await decide(ruleset, ledger, pay(500))).toMatchObject({ counted: true, ruleset_hash: null });
  expect(await decide({ ruleset }, ledger, pay(1))).toMatchObject({ counted: false });
  expect(await decide(await engineOf(RULES), ledger, pay(1))).toMatchObject({
    decision: 'allow',
    counted: false,
    exceeded_budgets: [],
  });
});

test('an evaluation without the ledger still opens nothing', async () => {
  const engine = await engineOf(DAILY);
  const { facts = [] } = pay(1);
  expect(engine.evaluate({ scoped: true, facts })).toMatchObject({
    decision: 'deny',
    metadata: { code: 'decision_required' },
  });
});

test('`token` and sessions divide a budget; without them nothing is allowed', async () => {
  const ledger = await newLedger();
  const perToken = await engineOf(budgets('per: token, limit: 1, window: 24h'), 'calls');
  expect(await decide(perToken, ledger, pay(1, { token: 'a' }))).toMatchObject({ decision: 'allow' });
  expect(await decide(perToken, ledger, pay(1, { token: 'b' }))).toMatchObject({ decision: 'allow' });
  expect(await decide(perToken, ledger, pay(1, { token: 'a' }))).toMatchObject({ decision: 'deny' });
  expect(await decide(perToken, ledger, pay(1))).toMatchObject({
    decision: 'deny',
    metadata: { budget: 'daily-spend', code: 'budget_unknown' },
  });
  const perSession = await engineOf(budgets('limit: 1, window: session'), 'session-calls');
  const sessions = ['s1', 's2', 's1'];
  const decided = [];
  for (const id of sessions)
    decided.push((await decide(perSession, ledger, pay(1, { session_id: id }))).decision);
  expect(decided).toEqual(['allow', 'allow', 'deny']);
  expect(await refusal(decide(perSession, ledger, pay(1)))).toBe(
    'validation_error: a budget of a session needs `session_id`',
  );
});

test('amounts are exact integers of 64 bits', async () => {
  const most = 2n ** 63n - 1n;
  const [ledger, engine] = [
    await newLedger(),
    await engineOf(budgets(`amount: payment.amount, limit: ${most}, window: 24h`)),
  ];
  expect(await refusal(decide(engine, ledger, pay(-1)))).toMatch(/^budget_amount: /);
  expect(await refusal(decide(engine, ledger, pay(1.5)))).toMatch(/^budget_amount: /);
  expect(await refusal(decide(engine, ledger, pay(most + 1n)))).toMatch(/^validation_error: /);
  expect(await decide(engine, ledger, pay(0))).toMatchObject({ counted: true });
  expect(await decide(engine, ledger, pay(most))).toMatchObject({ counted: true });
  expect(await decide(engine, ledger, pay(1))).toMatchObject({ counted: false });
  expect((await ledger.list())[0]?.used).toBe(most);
});

test('a reservation is settled once, and expires', async () => {
  const ledger = await newLedger();
  const text = (ttl: string, end: string): string =>
    budgets(`amount: payment.amount, limit: 100, window: 24h, reserve: { ttl: ${ttl}, on_expire: ${end} }`);
  const engine = await engineOf(text('15m', 'keep'));
  const { decision_id: id, reservation } = await decide(engine, ledger, pay(30));
  expect(reservation).toMatchObject({ id, state: 'reserved' });
  expect(await ledger.list()).toMatchObject([{ used: 0, reserved: 30 }]);
  const committed = {
    ...{ id, state: 'committed', over: false, late: false },
    settled: [{ budget: 'daily-spend', key: {}, reserved: 30, amount: 27 }],
  };
  expect(await ledger.settle(id, { commit: 27 })).toMatchObject(committed);
  expect(await ledger.settle(id, { commit: 27n })).toMatchObject(committed);
  expect(await ledger.reservation(id)).toMatchObject(committed);
  expect(await refusal(ledger.settle(id, { release: true }))).toBe(
    'reservation_closed: the reservation is committed',
  );
  expect(await ledger.list()).toMatchObject([{ used: 27, reserved: 0 }]);
  expect(await ledger.reservation('none')).toBeNull();
  expect(await refusal(ledger.settle('none', { release: true }))).toBe(
    'reservation_not_found: reservation not found',
  );
  const short = await engineOf(text('1s', 'release'), 'short');
  const held = await decide(short, ledger, pay(100));
  expect(await decide(short, ledger, pay(1))).toMatchObject({ counted: false });
  for (let i = 0; i < 100; i++) {
    await sleep(100);
    if ((await ledger.reservation(held.decision_id))?.state === 'expired') break;
  }
  expect(await ledger.reservation(held.decision_id)).toMatchObject({ state: 'expired' });
  expect(await decide(short, ledger, pay(100))).toMatchObject({ counted: true });
});

test.each([
  [{}, 'exactly one of commit and release'],
  [{ commit: 1, release: true }, 'exactly one of commit and release'],
  [{ release: false }, 'exactly one of commit and release'],
  [{ commit: 1, amount: 2 }, 'exactly one of commit and release'],
  [{ commit: -1 }, 'commit: a whole number from 0 on, or [{ budget, key, amount }]'],
  [{ commit: 1.5 }, 'commit: a whole number from 0 on, or [{ budget, key, amount }]'],
  [{ commit: [] }, 'commit: a whole number from 0 on, or [{ budget, key, amount }]'],
  [
    { commit: [{ budget: 'b', amount: 1 }] },
    'commit: a whole number from 0 on, or [{ budget, key, amount }]',
  ],
])('a settlement %j is refused', async (settlement, problem) => {
  const ledger = await newLedger();
  expect(await refusal(ledger.settle('id', settlement as SentSettlement))).toBe(
    `validation_error: settle: ${problem}`,
  );
});

test('a changed budget with uses is refused until it is reset', async () => {
  const ledger = await newLedger();
  await decide(await engineOf(DAILY), ledger, pay(500));
  const changed = await engineOf(budgets('amount: payment.amount, limit: 500, window: 24h'));
  expect(await refusal(decide(changed, ledger, pay(1)))).toBe(
    "budget_changed: budget 'daily-spend' has changed, and 1 keys have uses: reset it",
  );
  expect(await ledger.reset('spend', 'daily-spend')).toBe(1);
  expect(await ledger.reset('spend', 'daily-spend')).toBe(0);
  expect(await decide(changed, ledger, pay(1))).toMatchObject({ counted: true });
});

test.each([
  [{ idempotency_key: undefined }, 'idempotency_key: field required'],
  [{ idempotency_key: '' }, 'idempotency_key: must be 1 to 200 characters of printable ASCII'],
  [{ idempotency_key: 'ü' }, 'idempotency_key: must be 1 to 200 characters of printable ASCII'],
  [{ idempotency_key: 7 }, 'idempotency_key: must be 1 to 200 characters of printable ASCII'],
  [{ preview: true }, 'preview: unknown member of the request'],
  [{ ruleset: 'other' }, 'ruleset: unknown member of the request'],
  [{ token: '' }, 'token: must be a text that is not empty'],
  [{ session_id: 1 }, 'session_id: must be a text that is not empty'],
])('a request with %j is refused', async (more, problem) => {
  const [engine, ledger] = [await engineOf(DAILY), await newLedger()];
  const work = decide(engine, ledger, { ...pay(1), ...more } as DecideRequest);
  expect(await refusal(work)).toBe(`validation_error: ${problem}`);
  expect(await ledger.list()).toEqual([]);
});

test('sums that a caller brings are refused', async () => {
  const [engine, ledger] = [await engineOf(DAILY), await newLedger()];
  const sums = [{ template: '__budget', data: {} }];
  expect(await refusal(decide(engine, ledger, pay(1, { host_facts: sums })))).toMatch(/^scope_error: /);
});

test('a closed ledger, the folder of a service and a folder of all users are refused', async () => {
  const [engine, ledger] = [await engineOf(DAILY), await newLedger()];
  await ledger.close();
  await ledger.close();
  const closed = `store_unavailable: the ledger ${ledger.folder} is closed`;
  expect(await refusal(decide(engine, ledger, pay(1)))).toBe(closed);
  const data = await newFolder();
  mkdirSync(join(data, 'state', 'lmdb'), { recursive: true });
  writeFileSync(join(data, 'state', 'lock.1'), '{}');
  for (const folder of [data, join(data, 'state'), join(data, 'state', 'lmdb')])
    expect(await refusal(openLedger(folder))).toBe(
      `store_unavailable: ${folder} is the data folder of a service: decide through the service, or use another folder`,
    );
  const open = join(await newFolder(), 'open');
  mkdirSync(open);
  const { chmodSync } = await import('node:fs');
  chmodSync(open, 0o777);
  expect(await refusal(openLedger(open))).toContain('can be written by every user of this machine');
  const file = join(await newFolder(), 'file');
  writeFileSync(file, '');
  await expect(openLedger(file)).rejects.toBeInstanceOf(ServiceError);
  await expect(decide(engine, {} as FolderLedger, pay(1))).rejects.toThrow(
    '`ledger` must come from openLedger()',
  );
});
