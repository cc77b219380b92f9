/**
 * Approvals: a person says that one call may go ahead. An approval is bound to the whole request as the rules see it and
 * to the ruleset, expires, and is used up by one call.
 */
import { randomUUID } from 'node:crypto';
import type { ApprovalBinding, ApprovalState } from '../../library/approval-binding.ts';
import type { WaitOptions } from './approval-waits.ts';
import type { BoundRequest } from './bound-request.ts';

export interface ApprovalRecord extends ApprovalBinding {
  readonly id: string;
  readonly state: ApprovalState;
  /** Input of `requestDigest`: show all of it to the approver. `null` if the reader may not see it. */
  readonly request: BoundRequest | null;
  /** The call that first requested it. */
  readonly callId: string;
  readonly reason: string;
  /** Name of the approver who approved or rejected it; null while pending. */
  readonly by: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The call that used it up, or null. */
  readonly usedBy: string | null;
  /** Budgets that the call exceeded: the approval lets these be exceeded, and no others (default: none). */
  readonly budgets?: readonly string[];
}

/** Approvals as a person's tools see them. */
export interface Approvals {
  /**
   * Waits until the approval is decided or the time is up, and returns it; `null` if it is missing or expired. Rejects with
   * the reason of the signal. Optional: without it, the gate polls.
   */
  readonly wait?: (id: string, options?: WaitOptions) => Promise<ApprovalRecord | null>;
  readonly find: (id: string) => Promise<ApprovalRecord | null>;
  readonly list: () => Promise<readonly ApprovalRecord[]>;
  /** `null` if none is pending. Throws ApprovalError if `by` requested it. */
  readonly answer: (
    id: string,
    state: 'approved' | 'rejected',
    by: string,
    now: number,
  ) => Promise<ApprovalRecord | null>;
}

export interface ApprovalStore extends Approvals {
  /**
   * The approval of this binding that has not expired and that the call can have: one that waits, one that no other call
   * used up, or the rejection of this very call. Else a new one, which is pending.
   */
  readonly request: (
    binding: ApprovalBinding,
    callId: string,
    reason: string,
    now: number,
    /** Input of the binding's `requestDigest`. */
    request: BoundRequest,
    /** Budgets that the call exceeds: a store that does not keep them lets none be exceeded. */
    budgets?: readonly string[],
  ) => Promise<ApprovalRecord>;
  /** Uses an approval for a call, atomically. Returns false if another call used it, or if it is no longer approved. */
  readonly use: (id: string, callId: string, now: number) => Promise<boolean>;
}

/** Requesters never approve their own requests. */
export class ApprovalError extends Error {
  readonly code = 'approval_by_requester';
  constructor() {
    super('the requester of an approval cannot decide it');
    this.name = 'ApprovalError';
  }
}

export function sameBinding(a: ApprovalBinding, b: ApprovalBinding): boolean {
  return (
    a.agent === b.agent &&
    a.session === b.session &&
    a.server === b.server &&
    a.tool === b.tool &&
    a.argsDigest === b.argsDigest &&
    a.requestDigest === b.requestDigest &&
    a.rulesetHash === b.rulesetHash
  );
}

const FIFTEEN_MINUTES = 900_000;
const MOST_HELD = 1_000;

/** Approvals in the memory of this process: gone when it ends, and then nothing that waited for one is allowed. */
export function memoryApprovals(lifetimeMs: number = FIFTEEN_MINUTES): ApprovalStore {
  const records = new Map<string, ApprovalRecord>();
  const keep = (record: ApprovalRecord): ApprovalRecord => {
    records.set(record.id, record);
    return record;
  };
  const dropExpired = (now: number): void => {
    for (const { id, expiresAt } of records.values()) if (expiresAt <= now) records.delete(id);
  };
  return {
    async request(binding, callId, reason, now, request, budgets) {
      dropExpired(now);
      for (const record of records.values()) {
        const isFree =
          record.state === 'rejected'
            ? record.callId === callId
            : record.usedBy === null || record.usedBy === callId;
        if (isFree && sameBinding(record, binding)) return record;
      }
      if (records.size >= MOST_HELD) throw new RangeError(`at most ${MOST_HELD} approvals can be pending`);
      const id = randomUUID();
      return keep({
        ...binding,
        id,
        state: 'pending',
        request,
        callId,
        reason,
        by: null,
        createdAt: now,
        expiresAt: now + lifetimeMs,
        usedBy: null,
        ...(budgets === undefined ? {} : { budgets }),
      });
    },
    find: async (id) => records.get(id) ?? null,
    list: async () => [...records.values()],
    async use(id, callId, now) {
      const record = records.get(id);
      if (record === undefined || record.state !== 'approved' || record.expiresAt <= now) return false;
      if (record.usedBy !== null) return record.usedBy === callId;
      keep({ ...record, usedBy: callId });
      return true;
    },
    async answer(id, state, by, now) {
      const record = records.get(id);
      if (record === undefined || record.state !== 'pending' || record.expiresAt <= now) return null;
      if (record.agent === by) throw new ApprovalError();
      return keep({ ...record, state, by });
    },
  };
}
