import { addChanges } from './forget.ts';
import { keepLine, nextSequence, recordedSettled } from './log-lines.ts';
import {
  changesOf,
  EXPIRIES,
  readDecision,
  reservationOf,
  writeDecision,
  type ChangedDecision,
  type KeptDecision,
} from './reservation-record.ts';
import { keyOfNumber, type LedgerRecords } from './records.ts';

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
    const ended = expire(decision, decision.hold);
    addChanges(records, ended);
    writeDecision(records, ended.decision);
    recordExpiry(records, ended.decision, time);
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
  const settled = recordedSettled(reservationOf(ended)!);
  keepLine(records, sequence, ended.isRecorded ? expiryRecord(ended, time) : null, { settled });
}

/** First members of the record of a hold that ended. */
export function expiryRecord({ id }: Pick<KeptDecision, 'id'>, time: number): string {
  const text = new Date(time).toISOString();
  return `"time":"${text}","kind":"reservation","decision_id":${JSON.stringify(id)},"operation":"expire"`;
}

/** The decision without its hold, and how the sums of its keys change at the time of the decision. */
export function expire(decision: KeptDecision, hold: NonNullable<KeptDecision['hold']>): ChangedDecision {
  const uses = decision.uses.map((use) =>
    use.isHeld ? { ...use, used: hold.onExpire === 'keep' ? use.held : '0', held: '0' } : use,
  );
  return {
    decision: { ...decision, uses, hold: { ...hold, state: 'expired' } },
    changes: changesOf(decision, uses),
  };
}
