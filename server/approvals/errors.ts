/** Refusals of requests about approvals. */
import { ServiceError } from '../../library/errors.ts';
import type { ApprovalLimits, PassedLimit } from '../../store/approvals/approval.ts';

export function approvalNotFound(): ServiceError {
  return new ServiceError('approval_not_found', 'no such approval');
}

export function approvalByRequester(): ServiceError {
  return new ServiceError('approval_by_requester', 'the requester of an approval cannot decide it');
}

export function approvalNotKept(): ServiceError {
  const detail = 'cannot request approval: a name or the reason has characters that cannot be stored';
  return new ServiceError('invalid_request', detail);
}

/** @param state what it is instead of pending */
export function approvalNotPending(state: string): ServiceError {
  return new ServiceError('approval_not_pending', `the approval is ${state}`);
}

export function approvalTooLarge({ mostBytes }: ApprovalLimits): ServiceError {
  const detail = `the request for approval has more than ${mostBytes} bytes (SERVICE_MAX_APPROVAL_BYTES)`;
  return new ServiceError('payload_too_large', detail);
}

export function tooManyApprovals(passed: PassedLimit, limits: ApprovalLimits): ServiceError {
  const detail =
    passed === 'pending'
      ? `at most ${limits.mostPending} approvals per token can be pending (SERVICE_MAX_APPROVALS)`
      : `at most ${limits.mostBytesOfAll} bytes of approvals are stored per token (SERVICE_MAX_APPROVALS_BYTES)`;
  return new ServiceError('approval_limit_exceeded', detail);
}
