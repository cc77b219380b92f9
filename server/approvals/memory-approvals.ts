import type { StoredApproval } from '../../store/approvals/approval.ts';
import { ApprovalBook } from '../../store/approvals/approval-book.ts';
import type { ApprovalStore } from '../../store/approvals/approval-store.ts';
import { bookApprovals, operate } from '../../store/approvals/book-operations.ts';

/** Approvals in the memory of a service without a data folder: they end with it. */
export function memoryApprovals(): ApprovalStore {
  const records = new Map<string, StoredApproval>();
  const book = new ApprovalBook({
    all: () => records.values(),
    get: (id) => records.get(id) ?? null,
    put: (approval) => void records.set(approval.id, approval),
    remove: (id) => void records.delete(id),
  });
  return bookApprovals(async (operation) => operate(book, operation));
}
