/** Records of steps, and the ledger that they count on. */
import { recordedSums } from '../../../store/budgets/log-lines.ts';
import type { Ledger } from '../../../store/budgets/ledger.ts';
import type { CountableStep, Counted } from '../../../store/budgets/count.ts';
import type { DecisionPort } from './ports.ts';
import { ledgerOf, type Counts } from './kept-ledger.ts';

/** @throws ServiceError `store_unavailable` if a use must be counted and this server keeps no ledger */
export function ledgerFor({ uses }: Pick<CountableStep, 'uses'>, services: Counts): Ledger | null {
  return uses.length === 0 ? services.ledger : ledgerOf(services);
}

/** Records a decision that did not count. What counted is recorded with its uses. */
export async function recordUncounted(
  { record }: Pick<CountableStep, 'record'>,
  { sums }: Pick<Counted, 'sums'>,
  key: string,
  { audit }: Pick<DecisionPort, 'audit'>,
): Promise<void> {
  if (record === null) return;
  const members = { idempotency_key: key, budgets: recordedSums(sums) };
  await audit?.hand([`${record},${JSON.stringify(members).slice(1, -1)}`]);
}
