/** What requests about approvals are refused with. */
import { ServiceError } from '../errors.ts';

export function approvalNotFound(): ServiceError {
  return new ServiceError('approval_not_found', 'there is no such approval');
}

export function approvalByRequester(): ServiceError {
  return new ServiceError('approval_by_requester', 'who asks for an approval cannot answer it');
}

/** @param state what it is instead of pending */
export function approvalNotPending(state: string): ServiceError {
  return new ServiceError('approval_not_pending', `the approval is ${state}`);
}

export function overloadedApprovals(most: number): ServiceError {
  return new ServiceError('approval_limit_exceeded', `at most ${most} approvals of one token wait`);
}
