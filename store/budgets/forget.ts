/** Budgets that begin again: what decisions before that held counts nothing afterwards, however it ends. */
import { keepLine, nextSequence } from './log-lines.ts';
import { budgetId, dropKeys } from './kept-keys.ts';
import type { LedgerRecords } from './records.ts';
import type { ChangedDecision } from './reservation-record.ts';
import { addSums } from './sums.ts';

/** Place in the order of all at which a budget began. */
const BEGINNINGS = 'beginning';

/** Forgets what a budget counted up to this place in the order of all. */
export function forgetBudget(records: LedgerRecords, own: string, sequence: number): void {
  dropKeys(records, own);
  records.put(BEGINNINGS, own, String(sequence));
}

/** Forgets uses that mean something else and lie outside of every window. `isRecorded`: the log has what decisions use. */
export function beginAgain(
  records: LedgerRecords,
  { ruleset, budget }: { readonly ruleset: string; readonly budget: string },
  time: number,
  isRecorded: boolean,
): void {
  const sequence = nextSequence(records);
  forgetBudget(records, budgetId(records, ruleset, budget), sequence);
  keepLine(records, sequence, isRecorded ? beginningRecord(ruleset, budget, time) : null, { reset: 0 });
}

/** First members of the record of a budget that begins again because it has changed. */
export function beginningRecord(ruleset: string, budget: string, time: number): string {
  const members = { time: new Date(time).toISOString(), kind: 'budget_reset', ruleset, budget };
  return JSON.stringify(members).slice(1, -1);
}

/** Adds what a settlement or an expiry changes, except in budgets that began again since the decision. */
export function addChanges(
  records: LedgerRecords,
  { decision: { ruleset, sequence, time }, changes }: ChangedDecision,
): void {
  for (const { budget, id, used, held } of changes) {
    const began = Number(records.get(BEGINNINGS, budgetId(records, ruleset, budget)) ?? 0);
    if (sequence > began) addSums(records, id, time, { used, held });
  }
}
