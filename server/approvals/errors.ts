/** What requests about approvals are refused with. */
import { ServiceError } from '../errors.ts';

export function approvalNotFound(): ServiceError {
  return new ServiceError('approval_not_found', 'there is no such approval');
}

export function approvalByRequester(): ServiceError {
  return new ServiceError('approval_by_requester', 'who asks for an approval cannot answer it');
}

export function approvalNotKept(): ServiceError {
  const detail =
    'nobody can be asked for an approval: a name or the reason has characters that cannot be kept';
  return new ServiceError('invalid_request', detail);
}

/** @param state what it is instead of pending */
export function approvalNotPending(state: string): ServiceError {
  return new ServiceError('approval_not_pending', `the approval is ${state}`);
}

export function overloadedApprovals(most: number): ServiceError {
  return new ServiceError('approval_limit_exceeded', `at most ${most} approvals of one token wait`);
}
