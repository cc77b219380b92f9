import { ServiceError } from '../../library/errors.ts';
import { isRecord } from '../../library/is-record.ts';
import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import type { SentSettlement } from './reservation-text.ts';

/** The settlement if it fits its contract. Throws ServiceError `validation_error`. */
export function checkSettlement(settlement: SentSettlement): SentSettlement {
  const { commit, release, ...others } = isRecord(settlement) ? settlement : { commit: undefined };
  const isOne = (commit === undefined) !== (release === undefined) && Object.keys(others).length === 0;
  if (!isOne || (release !== undefined && release !== true))
    throw refusal('exactly one of commit and release');
  if (commit !== undefined && !isCommit(commit))
    throw refusal('commit: a whole number from 0 on, or [{ budget, key, amount }]');
  return settlement;
}

const isCommit = (commit: unknown): boolean =>
  Array.isArray(commit) ? commit.length > 0 && commit.every(isKeyAmount) : isAmount(commit);

function isKeyAmount(entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  const { budget, key, amount } = entry;
  return typeof budget === 'string' && isRecord(key) && isAmount(amount);
}

function isAmount(amount: unknown): boolean {
  if (typeof amount === 'bigint') return amount >= 0n && amount <= GREATEST_INTEGER;
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0;
}

const refusal = (problem: string): ServiceError => new ServiceError('validation_error', `settle: ${problem}`);
