import { SESSION_ID } from '../requests/session-name.ts';
import { sessionGone } from '../sessions/session-log.ts';

/** The session that an address names. Throws ServiceError `session_not_found` for what no session is ever called. */
export function sessionIdOf(parameters: Readonly<Record<string, string>>): string {
  const id = parameters['session_id'] ?? '';
  if (!SESSION_ID.test(id)) throw sessionGone('never');
  return id;
}
