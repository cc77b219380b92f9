/** Operations of a book as messages, so that the thread of the embedded store can hold it. */
import type { ApprovalFilter, ApprovalPage, ListedApproval, StoredApproval } from './approval.ts';
import { SERVICE_ACTOR } from '../store-as.ts';
import type { ApprovalBook } from './approval-book.ts';
import type { Answered, ApprovalStore, NewApproval, Requested, Used } from './approval-store.ts';

/** Parameters and results of each operation. */
interface Operations {
  readonly request: [NewApproval, Requested];
  readonly find: [string, StoredApproval | null];
  readonly list: [{ readonly filter: ApprovalFilter; readonly now: number }, ApprovalPage];
  readonly answer: [Answered, ListedApproval | null];
  readonly use: [Used, boolean];
  /** Keeps approvals of an older folder. */
  readonly import: [readonly StoredApproval[], null];
}

type Kind = keyof Operations;
export type BookOperation = {
  readonly [K in Kind]: { readonly kind: K; readonly of: Operations[K][0] };
}[Kind];
export type BookReply = Operations[Kind][1];

/** Actor in whose turn an operation is done: the cheap ones are the service's. */
export function actorOf(operation: BookOperation): string {
  switch (operation.kind) {
    case 'request':
      return operation.of.request.requester;
    case 'list':
      return operation.of.filter.reader;
    case 'answer':
      return operation.of.by;
    default:
      return SERVICE_ACTOR;
  }
}

/** Does one operation. Writes belong into a transaction around it. */
export function operate(book: ApprovalBook, operation: BookOperation): BookReply {
  switch (operation.kind) {
    case 'request':
      return book.request(operation.of);
    case 'find':
      return book.find(operation.of);
    case 'list':
      return book.list(operation.of.filter, operation.of.now);
    case 'answer':
      return book.answer(operation.of);
    case 'use':
      return book.use(operation.of);
    case 'import':
      for (const approval of operation.of) if (book.find(approval.id) === null) book.put(approval);
      return null;
  }
}

/** Creates a store whose operations run elsewhere. One process owns it, so it has no other writers to follow. */
export function bookApprovals(
  ask: (operation: BookOperation) => Promise<BookReply>,
  close: () => Promise<void> = async () => undefined,
): ApprovalStore {
  const send = <K extends Kind>(kind: K, of: Operations[K][0]): Promise<Operations[K][1]> =>
    ask({ kind, of } as BookOperation) as Promise<Operations[K][1]>;
  return {
    request: (asked) => send('request', asked),
    find: (id) => send('find', id),
    list: (filter, now) => send('list', { filter, now }),
    answer: (answered) => send('answer', answered),
    use: (used) => send('use', used),
    follow: async () => undefined,
    close,
  };
}
