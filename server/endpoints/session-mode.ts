import { contractError } from '../requests/contract-check.ts';
import { ServiceError } from '../../library/errors.ts';
import { SESSION_ID } from '../requests/session-name.ts';
import type { JobSession } from '../evaluation/protocol/protocol.ts';
import { sessionGone } from '../sessions/session-log.ts';

/** Session mode of an evaluation: it must be new, it must exist, or it is created on first use. */
type SessionMode = 'create' | 'require' | null;

/**
 * True if the session must be created. Throws ServiceError `session_exists`, `session_not_found`, or `session_expired`
 * for one that has ended: it must not return without its facts unless requested.
 */
export function isToBeMade({ state }: Pick<JobSession, 'state'>, mode: SessionMode): boolean {
  if (state === 'live') {
    if (mode === 'create') throw sessionExists();
    return false;
  }
  if (mode === 'require' || (mode === null && state === 'ended')) throw sessionGone(state);
  return true;
}

export function sessionExists(): ServiceError {
  return new ServiceError('session_exists', 'a session with this id already exists');
}

/** The refusal of a request that says what is meant by its session and names none. */
export function sessionIdMissing(): ServiceError {
  const msg = 'field required by `session`';
  return contractError([{ loc: ['body', 'session_id'], msg, type: 'missing' }]);
}

/** The refusal of a session on a server that serves what is mounted. */
export function sessionsUnavailable(): ServiceError {
  const detail = 'a server with a mounted engine has no sessions';
  return new ServiceError('sessions_unavailable', detail, 'session_id');
}

/** The refusal of a session whose facts are for another ruleset. */
export function rulesetMismatch(): ServiceError {
  const detail = 'the session is bound to another ruleset';
  return new ServiceError('session_ruleset_mismatch', detail, 'ruleset');
}

/** Throws ServiceError `validation_error` for an id that no session can be made with. */
export function checkSessionId(id: string): void {
  if (SESSION_ID.test(id)) return;
  throw contractError([
    {
      loc: ['body', 'session_id'],
      msg: 'must be 1 to 128 characters of A-Z, a-z, 0-9, `.`, `_`, `:` and `-`',
      type: 'invalid_format',
    },
  ]);
}
