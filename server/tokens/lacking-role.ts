import { ServiceError } from '../../library/errors.ts';
import { API_ACTOR, type Caller } from './caller.ts';
import type { Role } from './roles.ts';

/**
 * Returns the refusal of a token without the role that an endpoint needs, or without any of its roles; null if it has it. The
 * data-plane token on what the admin token is for counts as a wrong token.
 */
export function lackingRole({ actor, roles }: Caller, needed: Role | readonly Role[]): ServiceError | null {
  const any = typeof needed === 'string' ? [needed] : needed;
  if (any.some((role) => roles.has(role))) return null;
  const code = needed === 'admin' && actor === API_ACTOR ? 'unauthorized' : 'forbidden';
  return new ServiceError(code, `the token lacks the role ${any.map((role) => `'${role}'`).join(' or ')}`);
}
