import { ServiceError } from '../../../../library/errors.ts';
import { ok, type JobFunction } from './job.ts';

/** Adds missing entries to a session's engine before it is used. */
export const restoreSession: JobFunction = ({ session, provided }, state) => {
  if (session === null) throw new ServiceError('internal_error', 'no session to restore');
  state.sessions.open(session, state.rulesets.resolve(session.ruleset, provided));
  return ok('{}');
};
