import { keepLine, nextSequence, recordedSettled } from './log-lines.ts';
import {
  EXPIRIES,
  readDecision,
  reservationOf,
  writeDecision,
  type KeptDecision,
} from './reservation-record.ts';
import { keyOfNumber, type LedgerRecords } from './records.ts';
import { addSums } from './sums.ts';

const META = 'meta';
const EXPIRED = 'expired';

/** Ends every hold whose time has come, before anything else reads the sums. */
export function expireHolds(records: LedgerRecords, time: number): void {
  let expired = 0;
  for (const [key] of records.from(EXPIRIES, '')) {
    if (key > keyOfNumber(time + 1)) break;
    records.remove(EXPIRIES, key);
    const decision = readDecision(records, key.slice(key.indexOf('.') + 1));
    if (decision?.hold?.state !== 'reserved') continue;
    const ended = expire(records, decision, decision.hold);
    writeDecision(records, ended);
    recordExpiry(records, ended, time);
    expired++;
  }
  if (expired > 0) records.put(META, EXPIRED, String(expiredHolds(records) + expired));
}

/** Holds that were not settled in time, since the ledger began. */
export function expiredHolds(records: LedgerRecords): number {
  return Number(records.get(META, EXPIRED) ?? 0);
}

function recordExpiry(records: LedgerRecords, ended: KeptDecision, time: number): void {
  const sequence = nextSequence(records);
  const id = JSON.stringify(ended.id);
  const head = `"time":"${new Date(time).toISOString()}","kind":"reservation","decision_id":${id},"operation":"expire"`;
  const settled = recordedSettled(reservationOf(ended)!);
  keepLine(records, sequence, ended.isRecorded ? head : null, { settled });
}

function expire(
  records: LedgerRecords,
  decision: KeptDecision,
  hold: NonNullable<KeptDecision['hold']>,
): KeptDecision {
  const uses = decision.uses.map((use) => {
    if (!use.isHeld) return use;
    const used = hold.onExpire === 'keep' ? use.held : '0';
    addSums(records, use.id, decision.time, { used: BigInt(used), held: -BigInt(use.held) });
    return { ...use, used, held: '0' };
  });
  return { ...decision, uses, hold: { ...hold, state: 'expired' } };
}
