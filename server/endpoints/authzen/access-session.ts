/** The session whose facts a request of AuthZEN is decided with: the protocol has no place for one, so a header has it. */
import { SESSION_ID } from '../../requests/session-name.ts';
import { sessionsUnavailable } from '../session-mode.ts';
import type { RouteCall, RouteParameter } from '../route.ts';
import type { KnowsMounted } from '../../evaluation/main/ports.ts';
import { sessionGone } from '../../sessions/session-log.ts';

const HEADER = 'ferrule-session-id';

export const SESSION_PARAMETER: RouteParameter = {
  name: HEADER,
  in: 'header',
  description: 'Existing session whose facts also count.',
};

/**
 * `null` for none. Throws ServiceError `sessions_unavailable` on a server with a mounted ruleset, `session_not_found` for
 * what no session is ever called.
 */
export function accessSession(
  { headers }: Pick<RouteCall, 'headers'>,
  { serving }: KnowsMounted,
): string | null {
  const id = headers[HEADER];
  if (id === undefined) return null;
  if (serving.kind === 'mounted') throw sessionsUnavailable();
  if (typeof id !== 'string' || !SESSION_ID.test(id)) throw sessionGone('never');
  return id;
}
