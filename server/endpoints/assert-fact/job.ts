import { check } from '../../requests/contract-check.ts';
import { AssertFactRequest } from './contract.ts';
import { readJson } from '../../requests/job-body.ts';
import { assertInto } from '../../evaluation/worker/session-change.ts';
import { recordChange } from '../../evaluation/worker/jobs/record-change.ts';
import { boundsOf, ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** `POST /v1/facts`: asserts one fact into a session that exists. */
export const assertFact: JobFunction = (input, state) => {
  const { session_id: id, template, data } = check(AssertFactRequest, readJson(input.text()));
  state.evidence.log?.check();
  const session = state.sessions.require(id, input.session, input.provided);
  const change = assertInto(session, template, data, boundsOf(input, state));
  state.sessions.keep(session);
  if (change !== null) {
    const operation = { template, data };
    recordChange(id, session.sequence, change.entries.length, { session, operation }, state);
    state.counters.add('asserted', 1);
  }
  return ok('{"success":true}', change);
};
