import type { RecordsDecisions } from '../../evidence/audit.ts';
import type { StoredApproval } from '../../store/approvals/approval.ts';

/** A denial that the record of its decision does not show: what the rules said was something else. */
interface Denied {
  readonly decisionId: string;
  readonly code: string;
  /** The one that opened nothing; null: it was of none. */
  readonly approval: Pick<StoredApproval, 'id'> | null;
}

/** Rejected with ServiceError `audit_unavailable` when it cannot be kept. */
export async function recordDenied(
  { audit }: RecordsDecisions,
  origin: string | null,
  { decisionId, code, approval }: Denied,
): Promise<void> {
  const of = approval === null ? {} : { approval: approval.id };
  await audit?.record('denied', origin, { decision_id: decisionId, code, ...of });
}
