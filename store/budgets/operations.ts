/** Operations of a ledger as messages, so that the thread of the embedded store can hold it. */
import { expiredHolds, expireHolds } from './expire.ts';
import { forgetBudget } from './forget.ts';
import { budgetId, changedBudgets, listKeys, liveKeys } from './kept-keys.ts';
import { decide, timeOf, type UseApproval } from './ledger-book.ts';
import type {
  AskedDecision,
  ChangedBudget,
  Decided,
  Ledger,
  Lines,
  ListedKey,
  Reservation,
  Reset,
  Settled,
  Settlement,
} from './ledger.ts';
import { dropLines, keepLine, keptLines, nextSequence } from './log-lines.ts';
import { memoryRecords, type LedgerRecords } from './records.ts';
import { readDecision, recentDecision, reservationOf } from './reservation-record.ts';
import { settle } from './settle.ts';
import { storeClock } from './store-clock.ts';

/** Parameters and results of each operation. */
interface Operations {
  readonly decide: [AskedDecision, Decided];
  readonly preview: [AskedDecision, Decided];
  readonly settle: [
    {
      readonly id: string;
      readonly settlement: Settlement;
      readonly now: number;
      readonly record: string | null;
    },
    Settled,
  ];
  readonly find: [{ readonly id: string; readonly now: number }, Reservation | null];
  readonly list: [{ readonly now: number }, readonly ListedKey[]];
  readonly reset: [
    {
      readonly ruleset: string;
      readonly budget: string;
      readonly now: number;
      readonly record: string | null;
    },
    Reset,
  ];
  readonly changed: [
    {
      readonly ruleset: string;
      readonly shapes: Readonly<Record<string, string>>;
      readonly now: number;
    },
    readonly ChangedBudget[],
  ];
  readonly lines: [{ readonly now: number }, Lines];
}

type Kind = keyof Operations;
export type LedgerOperation = {
  readonly [K in Kind]: {
    readonly kind: K;
    readonly of: Operations[K][0];
    /** Lines that the log has. */
    readonly logged: readonly number[];
  };
}[Kind];
export type LedgerReply = Operations[Kind][1];

/** Does one operation, inside a transaction of the caller. */
export function operateLedger(
  records: LedgerRecords,
  operation: LedgerOperation,
  useApproval: UseApproval,
): LedgerReply {
  dropLines(records, operation.logged);
  // Holds end when their time has come, before any operation.
  expireHolds(records, timeOf(records, operation.of.now));
  switch (operation.kind) {
    case 'decide':
      return decide(records, operation.of, useApproval);
    case 'preview':
      return decide(records, operation.of, null);
    case 'settle': {
      const { id, settlement, now, record } = operation.of;
      return settle(records, id, settlement, timeOf(records, now), record);
    }
    case 'find': {
      const { id, now } = operation.of;
      const decision = recentDecision(readDecision(records, id), timeOf(records, now));
      return decision && reservationOf(decision);
    }
    case 'list':
      return listKeys(records, timeOf(records, operation.of.now));
    case 'reset': {
      const { ruleset, budget, now, record } = operation.of;
      const own = budgetId(records, ruleset, budget);
      const live = liveKeys(records, own, timeOf(records, now));
      const sequence = nextSequence(records);
      forgetBudget(records, own, sequence);
      return { live, line: keepLine(records, sequence, record, { reset: live }) };
    }
    case 'changed': {
      const { ruleset, shapes, now } = operation.of;
      return changedBudgets(records, ruleset, shapes, timeOf(records, now));
    }
    case 'lines':
      return {
        lines: keptLines(records),
        expired: expiredHolds(records),
        time: timeOf(records, operation.of.now),
      };
  }
}

/** A ledger whose operations run elsewhere. */
export function ledgerOf(
  ask: (operation: LedgerOperation) => Promise<LedgerReply>,
  close: () => Promise<void> = async () => undefined,
): Ledger {
  const logged: number[] = [];
  const clock = storeClock();
  const send = <K extends Kind>(kind: K, of: Operations[K][0]): Promise<Operations[K][1]> =>
    ask({ kind, of, logged: logged.splice(0) } as unknown as LedgerOperation) as Promise<Operations[K][1]>;
  const decided = async (reply: Promise<Decided>): Promise<Decided> => {
    const result = await reply;
    // A repeated decision has the time of the first one.
    if (result.kind === 'decided' || result.kind === 'moved') clock.read(result.time);
    return result;
  };
  return {
    now: () => clock.now(),
    decide: (asked) => decided(send('decide', asked)),
    preview: (asked) => decided(send('preview', asked)),
    settle: (id, settlement, now, record) => send('settle', { id, settlement, now, record }),
    find: (id, now) => send('find', { id, now }),
    list: (now) => send('list', { now }),
    reset: (ruleset, budget, now, record) => send('reset', { ruleset, budget, now, record }),
    changed: (ruleset, shapes, now) => send('changed', { ruleset, shapes, now }),
    async lines(now) {
      const lines = await send('lines', { now });
      clock.read(lines.time);
      return lines;
    },
    logged: (sequences) => void logged.push(...sequences),
    close,
  };
}

/** A ledger in memory: what it counted ends with the process. For tests and for trying. */
export function memoryLedger(): Ledger {
  const records = memoryRecords();
  // It has no approvals.
  return ledgerOf(async (operation) => operateLedger(records, operation, () => false));
}
