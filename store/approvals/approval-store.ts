/** Store of approvals: every operation is atomic, and on disk when it is acknowledged. */
import type {
  ApprovalFilter,
  ApprovalLimits,
  ApprovalPage,
  ApprovalRequest,
  ListedApproval,
  PassedLimit,
  StoredApproval,
} from './approval.ts';

/** A request with the id and the times that its approval gets if it is new. */
export interface NewApproval {
  readonly request: ApprovalRequest;
  readonly id: string;
  readonly now: number;
  readonly expiresAt: number;
  readonly limits: ApprovalLimits;
}

export type Requested =
  { readonly approval: ListedApproval; readonly isNew: boolean } | { readonly passed: PassedLimit };

export interface Answered {
  readonly id: string;
  readonly state: 'approved' | 'rejected';
  /** Name of the deciding token. */
  readonly by: string;
  readonly now: number;
}

export interface Used {
  readonly id: string;
  readonly callId: string;
  readonly rulesetHash: string | null;
  readonly now: number;
}

export interface ApprovalStore {
  /**
   * The approval of this binding that has not expired and that the call can have: one that it used, that waits, that was
   * approved and unused, or that was rejected for this very call. Otherwise a new one, which is pending.
   */
  readonly request: (asked: NewApproval) => Promise<Requested>;
  readonly find: (id: string) => Promise<StoredApproval | null>;
  readonly list: (filter: ApprovalFilter, now: number) => Promise<ApprovalPage>;
  /** Decides a pending one; `null` if it no longer is, or if the approver is the requester. */
  readonly answer: (answered: Answered) => Promise<ListedApproval | null>;
  /**
   * Takes an approval for a call. False when another call used it, when it is not approved or has expired, or when it
   * was given for another version of the ruleset.
   */
  readonly use: (used: Used) => Promise<boolean>;
  /** Calls back with the id of an approval that another process decided; with `null` if some may have been missed. */
  readonly follow: (listener: (id: string | null) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}
