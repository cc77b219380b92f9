import { ServiceError } from '../../library/errors.ts';
import { API_ACTOR, type Caller } from './caller.ts';
import type { Role } from './roles.ts';

/**
 * Returns the refusal of a token without the role that an endpoint needs; null if it has the role. The data-plane token
 * on what the admin token is for counts as a wrong token.
 */
export function lackingRole({ actor, roles }: Caller, role: Role): ServiceError | null {
  if (roles.has(role)) return null;
  const code = role === 'admin' && actor === API_ACTOR ? 'unauthorized' : 'forbidden';
  return new ServiceError(code, `the token lacks the role '${role}'`);
}
