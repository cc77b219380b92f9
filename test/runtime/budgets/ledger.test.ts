import { expect, test } from 'vitest';
import type { AskedDecision, AskedUse, Decided } from '../../../store/budgets/ledger.ts';
import { memoryLedger } from '../../../store/budgets/operations.ts';
import { memoryRecords } from '../../../store/budgets/records.ts';
import { addSums, sumsFrom } from '../../../store/budgets/sums.ts';
import { boundsOf } from '../../../store/budgets/window.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-29T00:00:00Z');
let count = 0;

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
const ask = (uses: readonly AskedUse[], now: number, more: Partial<AskedDecision> = {}): AskedDecision => ({
  id: `d${++count}`,
  ruleset: 'r',
  session: null,
  idempotency: { owner: 't', key: `k${count}`, digest: 'x' },
  uses,
  isAllowed: true,
  response: '{}',
  record: null,
  approval: null,
  now,
  ...more,
});
const counted = (decided: Decided): boolean | string =>
  decided.kind === 'decided' ? decided.counted : decided.kind;

test('sums of any window are those of a plain list', () => {
  const records = memoryRecords();
  const uses: [number, bigint][] = [];
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  for (let i = 0; i < 400; i++) {
    const time = START + random(40 * HOUR);
    const amount = BigInt(random(50));
    uses.push([time, amount]);
    addSums(records, 'k', time, { used: amount, held: 1n });
  }
  for (let i = 0; i < 200; i++) {
    const from = i === 0 ? 0 : START + random(41 * HOUR);
    const later = uses.filter(([time]) => time >= from);
    const used = later.reduce((sum, [, amount]) => sum + amount, 0n);
    expect(sumsFrom(records, 'k', from)).toEqual({ used, held: BigInt(later.length) });
  }
});

test('a sliding window is (now - w, now]', async () => {
  const ledger = memoryLedger();
  expect(counted(await ledger.decide(ask([use(100)], START)))).toBe(true);
  expect(counted(await ledger.decide(ask([use(1)], START + HOUR - 1)))).toBe(false);
  expect(counted(await ledger.decide(ask([use(100)], START + HOUR)))).toBe(true);
});

test('a clock that goes back does not', async () => {
  const ledger = memoryLedger();
  await ledger.decide(ask([use(100)], START + 5 * HOUR));
  expect(counted(await ledger.decide(ask([use(1)], START)))).toBe(false);
});

test('several budgets are all or nothing', async () => {
  const ledger = memoryLedger();
  const both = [use(10), use(10, { budget: 'c', limit: '5' })];
  expect(counted(await ledger.decide(ask(both, START)))).toBe(false);
  expect(counted(await ledger.decide(ask([use(100)], START)))).toBe(true);
});

test('sums beyond 64 bits exceed', async () => {
  const ledger = memoryLedger();
  const most = String(2n ** 63n - 1n);
  expect(counted(await ledger.decide(ask([use(most, { limit: most })], START)))).toBe(true);
  expect(counted(await ledger.decide(ask([use(1, { limit: most })], START)))).toBe(false);
  expect(counted(await ledger.decide(ask([use(0, { overflows: true, limit: most, key: '1' })], START)))).toBe(
    false,
  );
});

test('what is not allowed, not known or only a preview does not count', async () => {
  const ledger = memoryLedger();
  expect(counted(await ledger.decide(ask([use(1)], START, { isAllowed: false })))).toBe(false);
  expect(counted(await ledger.decide(ask([use(1, { isKnown: false })], START)))).toBe(false);
  expect(counted(await ledger.preview(ask([use(1)], START)))).toBe(true);
  expect(await ledger.list(START)).toEqual([]);
});

test('an approved use counts above the limit, and is marked', async () => {
  const decided = await memoryLedger().decide(ask([use(101, { isApproved: true })], START));
  expect(decided).toMatchObject({ counted: true, sums: [{ exceeded: true, over: true }] });
});

test('holds end as the budget says, and a late commit replaces that', async () => {
  const ledger = memoryLedger();
  const keep = use(40, { reserve: { ttlMs: 1000, onExpire: 'keep' } });
  const release = use(40, { budget: 'c', reserve: { ttlMs: 1000, onExpire: 'release' } });
  const kept = ask([keep], START);
  const released = ask([release], START);
  await ledger.decide(kept);
  await ledger.decide(released);
  const sums = async (now: number): Promise<unknown> =>
    (await ledger.list(now)).map(({ budget, used, reserved }) => [budget, used, reserved]).sort();
  expect(await sums(START + 999)).toEqual([
    ['b', '0', '40'],
    ['c', '0', '40'],
  ]);
  expect(await sums(START + 1000)).toEqual([['b', '40', '0']]);
  expect(await ledger.find(kept.id, START + 1000)).toMatchObject({ state: 'expired' });
  expect(await ledger.settle(kept.id, { kind: 'commit', amount: '50' }, START + 2000, null)).toMatchObject({
    kind: 'settled',
    reservation: { state: 'committed', late: true, over: true },
  });
  expect(await sums(START + 2000)).toEqual([['b', '50', '0']]);
  expect(await ledger.settle(released.id, { kind: 'release' }, START + 2000, null)).toEqual({
    kind: 'closed',
    state: 'expired',
  });
});

test('uses that mean something else are refused until they are reset', async () => {
  const ledger = memoryLedger();
  await ledger.decide(ask([use(40)], START));
  const other = use(1, { shape: 't' });
  expect(await ledger.decide(ask([other], START))).toEqual({ kind: 'changed', budget: 'b', live: 1 });
  expect((await ledger.reset('r', 'b', START, null)).live).toBe(1);
  expect(counted(await ledger.decide(ask([use(100, { shape: 't' })], START)))).toBe(true);
});

test('a key of a request repeats its decision for a day', async () => {
  const ledger = memoryLedger();
  const first = ask([use(60)], START);
  await ledger.decide(first);
  expect(await ledger.decide({ ...first, id: 'other' })).toMatchObject({ kind: 'replayed', id: first.id });
  const changed = { ...first, idempotency: { ...first.idempotency, digest: 'y' } };
  expect(await ledger.decide(changed)).toEqual({ kind: 'conflict' });
  expect(counted(await ledger.decide({ ...first, id: 'next', now: START + 24 * HOUR }))).toBe(true);
});

test('local days begin and end with the clocks of their zone', () => {
  const zone = 'Europe/Brussels';
  const day = boundsOf({ kind: 'calendar', unit: 'day', zone, written: '' }, START + 5 * HOUR);
  // The clocks go forward: a day of 23 hours.
  expect([day.start, day.end].map((time) => new Date(time!).toISOString())).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  const month = boundsOf({ kind: 'calendar', unit: 'month', zone, written: '' }, START);
  expect([month.start, month.end].map((time) => new Date(time!).toISOString())).toEqual([
    '2026-02-28T23:00:00.000Z',
    '2026-03-31T22:00:00.000Z',
  ]);
});
