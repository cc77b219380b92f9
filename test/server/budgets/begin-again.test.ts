/** A budget that is reset, or that changed when nothing was live, begins at 0: nothing from before counts or is taken away. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogRecord } from '../../../evidence/replay/log-records.ts';
import { rebuildSums } from '../../../evidence/replay/budget-sums.ts';
import type { AskedDecision, AskedUse, Ledger, Settlement } from '../../../store/budgets/ledger.ts';
import type { LogLine } from '../../../store/budgets/log-lines.ts';
import { memoryLedger } from '../../../store/budgets/operations.ts';
import { sqlLedger } from '../../../store/budgets/sql/sql-ledger.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import { full } from '../../full.ts';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-28T20:00:00Z');
const QUIET = { warn: () => undefined, error: () => undefined };
let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createPostgres();
  store = await openStore({ databaseUrl: database.settings['DATABASE_URL']!, dataDir: ':memory:' }, QUIET);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const LEDGERS: readonly (readonly [string, () => Ledger])[] = [
  ['embedded', memoryLedger],
  [
    'PostgreSQL',
    () =>
      sqlLedger({ open: async () => store, writer: randomUUID(), process: randomUUID(), isGivenTime: true }),
  ],
];

function useOf(amount: number, hours: number, more: Partial<AskedUse> = {}): AskedUse {
  return {
    ...{ budget: 'b', key: '{}', secret: [], amount: String(amount), overflows: false, limit: '1000' },
    ...{ isKnown: true, reserve: null, shape: `${hours} h`, isApproved: false },
    window: { kind: 'sliding', ms: hours * HOUR, written: `${hours}h` },
    ...more,
  };
}

let count = 0;
function ask(ruleset: string, uses: readonly AskedUse[], now: number): AskedDecision {
  const id = `${ruleset} ${++count}`;
  const record = `"time":"${new Date(now).toISOString()}","kind":"decision","decision_id":"${id}"`;
  return {
    ...{ id, ruleset, session: null, idempotency: { owner: 't', key: id, digest: 'x' }, uses },
    ...{ isAllowed: true, response: '{}', record, approval: null, now },
  };
}

const resetRecord = (ruleset: string): string =>
  JSON.stringify({ time: '', kind: 'budget_reset', ruleset, budget: 'b' }).slice(1, -1);
const settledRecord = (id: string): string =>
  JSON.stringify({ time: '', kind: 'reservation', decision_id: id }).slice(1, -1);
const HELD = { ttlMs: 2 * HOUR, onExpire: 'keep' } as const;

describe.each(LEDGERS)('%s', (_name, open) => {
  test.each([
    ['is committed', { kind: 'commit', amount: '70' } as Settlement],
    ['is released', { kind: 'release' } as Settlement],
    ['expires', null],
  ])('a hold from before a reset that %s afterwards counts nothing', async (how, settlement) => {
    const ledger = open();
    const ruleset = `reset ${how}`;
    const { id } = (await decided(ledger, ask(ruleset, [useOf(60, 24, { reserve: HELD })], START)))!;
    expect((await ledger.reset(ruleset, 'b', START + 1, null)).live).toBe(1);
    await decided(ledger, ask(ruleset, [useOf(5, 24)], START + 2));
    if (settlement !== null)
      expect(await ledger.settle(id, settlement, START + 3, null)).toMatchObject({ kind: 'settled' });
    const later = START + 3 * HOUR;
    expect(await ledger.find(id, later)).toMatchObject({
      state: { commit: 'committed', release: 'released' }[String(settlement?.kind)] ?? 'expired',
    });
    expect(await sumsOf(ledger, ruleset, later)).toEqual([{ used: '5', reserved: '0' }]);
    // Late, and still from before.
    if (settlement === null) await ledger.settle(id, { kind: 'commit', amount: '70' }, later, null);
    expect(await sumsOf(ledger, ruleset, later)).toEqual([{ used: '5', reserved: '0' }]);
  });

  test('old uses of a budget whose window grew do not count again, in a preview neither', async () => {
    const ledger = open();
    await decided(ledger, ask('grown', [useOf(60, 1)], START));
    const changed = await ledger.decide(ask('grown', [useOf(7, 24)], START + HOUR / 2));
    expect(changed).toMatchObject({ kind: 'changed', budget: 'b', live: 1 });
    const later = START + 2 * HOUR;
    for (const [operation, used] of [
      ['preview', '0'],
      ['decide', '0'],
      ['preview', '7'],
    ] as const)
      expect(await ledger[operation](ask('grown', [useOf(7, 24)], later))).toMatchObject({
        ...{ kind: 'decided', sums: [{ used, reserved: '0' }] },
      });
  });

  test('old uses do not count again after `budget_changed` and a reset', async () => {
    const ledger = open();
    for (const key of ['{"k":1}', '{"k":2}'])
      await decided(ledger, ask('twice', [useOf(60, 24, { key })], START));
    expect(await ledger.decide(ask('twice', [useOf(7, 48, { key: '{"k":1}' })], START + 1))).toMatchObject({
      ...{ kind: 'changed', live: 2 },
    });
    await ledger.reset('twice', 'b', START + 2, null);
    for (const key of ['{"k":1}', '{"k":2}'])
      expect(await ledger.decide(ask('twice', [useOf(7, 48, { key })], START + 3))).toMatchObject({
        ...{ kind: 'decided', sums: [{ used: '0' }] },
      });
  });

  test('random decisions, holds, resets and changes have the sums of a plain list, and the log has them', async () => {
    const ledger = open();
    let seed = 20_261;
    const draw = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
    const ruleset = 'random';
    const lines: LogLine[] = [];
    const keep = (line: LogLine | null): unknown => line && lines.push(line);
    let uses: { id: string; key: string; time: number; used: number; held: number; ends: number }[] = [];
    const ids: string[] = [];
    let hours = 1;
    let now = START;
    const inWindow = (key?: string): typeof uses =>
      uses.filter((use) => use.time > now - hours * HOUR && (key === undefined || use.key === key));
    const sum = (of: typeof uses, part: 'used' | 'held'): number =>
      of.reduce((all, use) => all + use[part], 0);
    let resets = 0;
    for (let i = 0; i < full(3_000, 300); i++) {
      now += draw(20 * MINUTE);
      if (draw(25) === 0) now += 3 * HOUR;
      for (const use of uses)
        if (use.ends <= now) Object.assign(use, { used: use.held, held: 0, ends: Infinity });
      const [pick, id] = [draw(10), ids[draw(ids.length)]];
      if (pick < 5 || id === undefined) {
        const next = draw(15) === 0 ? 25 - hours : hours;
        const key = `{"k":${draw(2)}}`;
        const reserve = draw(3) > 0 ? HELD : null;
        const amount = draw(30);
        const asked = ask(ruleset, [useOf(amount, next, { key, reserve })], now);
        const result = await ledger.decide(asked);
        if (next !== hours && inWindow().some(({ used, held }) => used + held > 0)) {
          expect(result.kind).toBe('changed');
          continue;
        }
        if (next !== hours) uses = [];
        hours = next;
        expect(result).toMatchObject({
          kind: 'decided',
          sums: [{ used: String(sum(inWindow(key), 'used')), reserved: String(sum(inWindow(key), 'held')) }],
        });
        if (result.kind !== 'decided' || !result.counted) continue;
        keep(result.line);
        ids.push(asked.id);
        const [used, held, ends] = reserve === null ? [amount, 0, Infinity] : [0, amount, now + HELD.ttlMs];
        uses.push({ id: asked.id, key, time: now, used, held, ends });
      } else if (pick < 8) {
        const amount = draw(30);
        const settlement =
          pick === 5 ? ({ kind: 'release' } as const) : ({ kind: 'commit', amount: String(amount) } as const);
        const settled = await ledger.settle(id, settlement, now, settledRecord(id));
        if (settled.kind !== 'settled' || settled.line === null) continue;
        keep(settled.line);
        const own = uses.find((use) => use.id === id);
        if (own !== undefined) Object.assign(own, { used: pick === 5 ? 0 : amount, held: 0, ends: Infinity });
      } else if (draw(6) === 0) {
        keep((await ledger.reset(ruleset, 'b', now, resetRecord(ruleset))).line);
        uses = [];
        resets++;
      }
      const expected = ['{"k":0}', '{"k":1}'].map((key) => ({
        used: String(sum(inWindow(key), 'used')),
        reserved: String(sum(inWindow(key), 'held')),
      }));
      const listed = await sumsOf(ledger, ruleset, now);
      expect(listed).toEqual(expected.filter(({ used, reserved }) => used !== '0' || reserved !== '0'));
    }
    expect(resets).toBeGreaterThan(2);
    // The first time has only lines of earlier processes.
    for (let i = 0; i < 2; i++) for (const line of (await ledger.lines(now)).lines) keep(line);
    const records = lines.map(({ text }) => JSON.parse(`{${text}}`) as LogRecord);
    const own = records.filter(({ counted_in: of = ruleset }) => of === ruleset);
    expect(own.filter(({ kind }) => kind === 'budget_reset').length).toBeGreaterThan(resets);
    expect(renumbered(own)).toMatchObject({ differences: 0 });
  });
});

/** From 1 on: other tests count on the same database. */
function renumbered(records: readonly LogRecord[]): ReturnType<typeof rebuildSums> {
  const numbers = [...new Set(records.map(({ record_sequence: number }) => number!))].sort((a, b) => a - b);
  return rebuildSums(
    records.map((record) => ({ ...record, record_sequence: numbers.indexOf(record.record_sequence!) + 1 })),
  );
}

async function decided(ledger: Ledger, asked: AskedDecision): Promise<AskedDecision | null> {
  const result = await ledger.decide(asked);
  return result.kind === 'decided' && result.counted ? asked : null;
}

async function sumsOf(
  ledger: Ledger,
  of: string,
  now: number,
): Promise<readonly { readonly used: string; readonly reserved: string }[]> {
  const keys = (await ledger.list(now)).filter(({ ruleset }) => ruleset === of);
  return keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ used, reserved }) => ({ used, reserved }));
}
