/** Requesters never grant their own approvals. */
import type { ApprovalRequest } from './approval.ts';

/**
 * True if a person is the requester: has the requesting token, or is the calling subject. The name of a token of an issuer ends
 * with its subject.
 *
 * @param by name of a token
 */
export function isRequester(
  { requester, agent }: Pick<ApprovalRequest, 'requester' | 'agent'>,
  by: string,
): boolean {
  return by === requester || by === agent || by.endsWith(` ${agent}`);
}
