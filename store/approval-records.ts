import type { Database, RootDatabase } from 'lmdb';
import type { StoredApproval } from './approvals/approval.ts';
import type { ApprovalRecords } from './approvals/approval-book.ts';

/** Approvals in the embedded store, by id. */
export function approvalRecords(root: RootDatabase): ApprovalRecords {
  const records: Database<StoredApproval, string> = root.openDB('approvals', { encoding: 'json' });
  return {
    *all() {
      for (const { value } of records.getRange({})) yield value;
    },
    get: (id) => records.get(id) ?? null,
    put: (approval) => void records.putSync(approval.id, approval),
    remove: (id) => void records.removeSync(id),
  };
}
