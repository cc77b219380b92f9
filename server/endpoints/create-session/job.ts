import { check } from '../../requests/contract-check.ts';
import { CreateSessionRequest } from './contract.ts';
import { Detour } from '../../evaluation/worker/detour.ts';
import { readJson } from '../../requests/job-body.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';
import { checkSessionId, sessionExists } from '../session-mode.ts';

const CREATED = 201;

/** `POST /v1/sessions`: creates a session. */
export const createSession: JobFunction = (input, state) => {
  const { session: job, provided } = input;
  const request = check(CreateSessionRequest, readJson(input.text()));
  const id = request.session_id ?? job?.id ?? '';
  checkSessionId(id);
  if (job === null || job.id !== id) throw new Detour({ session: id });
  const ruleset = state.rulesets.resolve(request.ruleset, provided);
  if (job.state === 'live') throw sessionExists();
  state.sessions.keep(state.sessions.create(job.handle, ruleset));
  const created = state.rulesets.identify(request.ruleset);
  const body = JSON.stringify({ session_id: id, ruleset: created });
  return { ...ok(body, { created }), status: CREATED };
};
