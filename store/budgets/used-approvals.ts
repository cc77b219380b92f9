/** Approvals that decisions of a ledger have used: taken in the transaction that counts, so that none is used twice. */
import { createHash } from 'node:crypto';
import type { Used } from '../approvals/approval-store.ts';
import type { UseApproval } from './ledger-book.ts';
import { keyOfNumber, type LedgerRecords } from './records.ts';

const USED = 'approval';
const AGES = 'approval-age';
const DAY_MS = 86_400_000;
/** Longer than any approval is valid. */
const KEPT_MS = 35 * DAY_MS;
/** Old entries that one use removes. */
const SWEPT = 3;

export function approvalUses(records: LedgerRecords): UseApproval {
  return ({ id, callId, now }: Used) => {
    // The store limits the length of its keys.
    const key = createHash('sha256').update(id).digest('hex');
    if (records.get(USED, key) !== null) return false;
    records.put(USED, key, callId);
    records.put(AGES, `${keyOfNumber(now)}.${key}`, '');
    for (const [age] of records.from(AGES, '', SWEPT)) {
      if (age > keyOfNumber(Math.max(0, now - KEPT_MS))) break;
      records.remove(AGES, age);
      records.remove(USED, age.slice(age.indexOf('.') + 1));
    }
    return true;
  };
}
