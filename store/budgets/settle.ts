import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import { addChanges } from './forget.ts';
import type { Settled, Settlement } from './ledger.ts';
import { keepLine, nextSequence, recordedSettled } from './log-lines.ts';
import {
  changesOf,
  EXPIRIES,
  expiryKey,
  readDecision,
  recentDecision,
  reservationOf,
  writeDecision,
  type ChangedDecision,
  type KeptDecision,
  type KeptUse,
} from './reservation-record.ts';
import type { LedgerRecords } from './records.ts';

/** Commits or releases what a decision holds. The same settlement again changes nothing, another one is refused. */
export function settle(
  records: LedgerRecords,
  id: string,
  settlement: Settlement,
  time: number,
  record: string | null,
): Settled {
  const outcome = settled(recentDecision(readDecision(records, id), time), settlement);
  if (!('changes' in outcome)) return outcome;
  const { decision } = outcome;
  addChanges(records, outcome);
  records.remove(EXPIRIES, expiryKey(decision.hold!.expiresAt, id));
  writeDecision(records, decision);
  const reservation = reservationOf(decision)!;
  const sequence = nextSequence(records);
  const line = keepLine(records, sequence, record, { settled: recordedSettled(reservation) });
  return { kind: 'settled', reservation, line };
}

/** The decision after a settlement, or what is said when nothing changes. */
export function settled(decision: KeptDecision | null, settlement: Settlement): ChangedDecision | Settled {
  const hold = decision?.hold ?? null;
  if (decision === null || hold === null) return { kind: 'none' };
  const asked = canonical(settlement);
  if (hold.settlement !== null) {
    return hold.settlement === asked
      ? { kind: 'settled', reservation: reservationOf(decision)!, line: null }
      : { kind: 'closed', state: hold.state };
  }
  const isLate = hold.state === 'expired';
  // An expired hold has nothing left to release.
  if (isLate && settlement.kind === 'release') return { kind: 'closed', state: hold.state };
  const amounts = amountsOf(
    settlement,
    decision.uses.filter(({ isHeld }) => isHeld),
  );
  if (amounts === null) return { kind: 'unfit' };
  const uses = decision.uses.map((use) => {
    const amount = amounts.get(use);
    return amount === undefined ? use : { ...use, used: String(amount), held: '0' };
  });
  const over = [...amounts].some(([use, amount]) => amount > BigInt(use.amount));
  const state = settlement.kind === 'release' ? 'released' : 'committed';
  const ended = { ...hold, state, over, late: isLate, settlement: asked } as const;
  return { decision: { ...decision, uses, hold: ended }, changes: changesOf(decision, uses) };
}

const idOf = (budget: string, key: string): string => JSON.stringify([budget, key]);

function canonical(settlement: Settlement): string {
  if (settlement.kind !== 'commit-keys') return JSON.stringify(settlement);
  const amounts = settlement.amounts.map(({ budget, key, amount }) => [idOf(budget, key), amount]);
  return JSON.stringify(amounts.sort(([a], [b]) => (a! < b! ? -1 : 1)));
}

/** The amount of each held key; null if they do not fit what is held. */
function amountsOf(settlement: Settlement, held: readonly KeptUse[]): ReadonlyMap<KeptUse, bigint> | null {
  if (settlement.kind === 'release') return new Map(held.map((use) => [use, 0n]));
  if (settlement.kind === 'commit') {
    const [only, another] = held;
    const amount = readAmount(settlement.amount);
    return only === undefined || another !== undefined || amount === null ? null : new Map([[only, amount]]);
  }
  const given = new Map(settlement.amounts.map(({ budget, key, amount }) => [idOf(budget, key), amount]));
  if (given.size !== settlement.amounts.length || given.size !== held.length) return null;
  const amounts = new Map<KeptUse, bigint>();
  for (const use of held) {
    const amount = readAmount(given.get(idOf(use.budget, use.key)) ?? '');
    if (amount === null) return null;
    amounts.set(use, amount);
  }
  return amounts;
}

function readAmount(text: string): bigint | null {
  if (!/^\d{1,19}$/.test(text)) return null;
  const amount = BigInt(text);
  return amount > GREATEST_INTEGER ? null : amount;
}
