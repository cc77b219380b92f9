/** Messages between the service and the thread of its embedded store. */
import type { BookOperation, BookReply } from './approvals/book-operations.ts';
import type { LedgerOperation, LedgerReply } from './budgets/operations.ts';
import type { JournalWrite, KeptSession } from './sessions/journal.ts';
import type { SessionHead } from './sessions/session-head.ts';

export interface StateStart {
  readonly folder: string;
}

/** A value by its name: for what is not of a session. */
interface ValueWrite {
  readonly kind: 'value';
  readonly name: string;
  /** JSON text; null: it is forgotten. */
  readonly value: string | null;
}

export type StateWrite = JournalWrite | ValueWrite;

export type StateRequest =
  /** One transaction: all or none. */
  | { readonly kind: 'write'; readonly writes: readonly StateWrite[] }
  | { readonly kind: 'load' }
  | { readonly kind: 'read'; readonly handle: string }
  | { readonly kind: 'head'; readonly handle: string }
  | { readonly kind: 'ended'; readonly owner: string; readonly id: string; readonly now: number }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'approvals'; readonly operation: BookOperation }
  | { readonly kind: 'ledger'; readonly operation: LedgerOperation }
  | { readonly kind: 'close' };

/** The response of each request. */
export interface StateReplies {
  readonly write: null;
  readonly load: readonly KeptSession[];
  readonly read: Uint8Array;
  readonly head: SessionHead | null;
  readonly ended: boolean;
  readonly value: string | null;
  readonly approvals: BookReply;
  readonly ledger: LedgerReply;
  readonly close: null;
}

export interface ToState {
  readonly id: number;
  readonly request: StateRequest;
}

export type FromState =
  | { readonly id: number; readonly ok: true; readonly value: StateReplies[StateRequest['kind']] }
  | { readonly id: number; readonly ok: false; readonly problem: string };
