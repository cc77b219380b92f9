/** The ledger on the SQL database, which servers share: limits hold for all of them together. */
import type { AskedDecision, Ledger } from '../ledger.ts';
import { NODE_DIGESTS } from '../node-digests.ts';
import { maskedKey } from '../shown-key.ts';
import { recentDecision, reservationOf } from '../reservation-record.ts';
import { createCounter } from './count.ts';
import { timeOf, type LedgerDatabase } from './database.ts';
import { storeClock } from '../store-clock.ts';
import { findDecision, type ShownUse } from './decisions.ts';
import { createGate } from './gate.ts';
import { endHolds, settleHold } from './holds.ts';
import { changedKeys, listKeys, resetKeys } from './keys.ts';
import { dropLines, readLines } from './kept-lines.ts';

const MASK = 'mask-key';

export function sqlLedger(database: LedgerDatabase): Ledger {
  const gate = createGate();
  const loggedLines: number[] = [];
  const logged = {
    take: () => loggedLines.splice(0),
    giveBack: (sequences: readonly number[]) => void loggedLines.push(...sequences),
  };
  const clock = storeClock();
  const counter = createCounter(database, gate, logged, clock);
  let maskKey: Promise<string> | null = null;
  let isFirst = true;

  /** The keys of uses as lists and logs show them. */
  const shown = async ({ uses }: AskedDecision): Promise<readonly ShownUse[]> => {
    if (uses.every(({ secret }) => secret.length === 0))
      return uses.map((use) => ({ ...use, shown: use.key }));
    maskKey ??= readMaskKey(database).catch((error: unknown) => {
      maskKey = null;
      throw error;
    });
    const own = await maskKey;
    return uses.map((use) => ({
      ...use,
      shown: use.secret.length === 0 ? use.key : maskedKey(NODE_DIGESTS, own, use),
    }));
  };
  /** Ends holds whose time has come, and returns the time. */
  const ended = async (given: number): Promise<number> => {
    const { now, isDue } = await timeOf(await database.open(), database, given);
    clock.read(now);
    if (isDue) await endHolds(database, now);
    return now;
  };
  return {
    now: () => clock.now(),
    decide: async (asked) => counter.decide(asked, await shown(asked)),
    preview: async (asked) => counter.preview(asked, await shown(asked)),
    settle: (id, settlement, now, record) =>
      gate.together(async () => settleHold(database, id, settlement, await ended(now), record)),
    async find(id, now) {
      const time = await ended(now);
      const decision = recentDecision(await findDecision(await database.open(), id), time);
      return decision && reservationOf(decision);
    },
    list: async (now) => listKeys(await database.open(), await ended(now)),
    reset: (ruleset, budget, now, record) =>
      gate.together(async () => resetKeys(database, ruleset, budget, await ended(now), record)),
    changed: async (ruleset, shapes, now) =>
      changedKeys(await database.open(), ruleset, shapes, await ended(now)),
    lines: (given) =>
      gate.alone(async () => {
        const now = await ended(given);
        const taken = logged.take();
        try {
          await dropLines(await database.open(), taken);
          const lines = await readLines(database, now, isFirst);
          isFirst = false;
          return lines;
        } catch (error) {
          logged.giveBack(taken);
          throw error;
        }
      }),
    logged: (sequences) => void loggedLines.push(...sequences),
    close: async () => undefined,
  };
}

/** The key that masks keys of budgets: made at first use, and the same for all servers. */
async function readMaskKey({ open }: LedgerDatabase): Promise<string> {
  const store = await open();
  const read = 'SELECT value FROM ferrule.budget_value WHERE name = $1';
  await store.query('INSERT INTO ferrule.budget_value (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    MASK,
    NODE_DIGESTS.newKey(),
  ]);
  const [row] = await store.query<{ value: string }>(read, [MASK]);
  return row!.value;
}
