/** Who asks for an approval never gives it. */
import type { StoredApproval } from './approval-table.ts';

/**
 * Whether somebody is who asks: has the token that asked, or is the subject that calls. The name of a token of an issuer ends
 * with its subject.
 *
 * @param by name of a token
 */
export function isRequester({ requester, agent }: StoredApproval, by: string): boolean {
  return by === requester || by === agent || by.endsWith(` ${agent}`);
}
