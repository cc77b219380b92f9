import { check } from '../../contract-check.ts';
import { ServiceError } from '../../errors.ts';
import { AssertFactRequest } from '../../routes/assert-fact.contract.ts';
import { readJson } from '../job-body.ts';
import { journal } from '../session-store.ts';
import { ok, type JobFunction } from './job.ts';

/** `POST /v1/facts`: asserts one fact into a session that exists. */
export const assertFact: JobFunction = (input, state) => {
  const { session_id: id, template, data } = check(AssertFactRequest, readJson(input.text()));
  const session = state.sessions.require(id, input.session, input.provided);
  const { engine } = session;
  if (engine.size >= state.maxSessionFacts) {
    throw new ServiceError(
      'session_facts_exceeded',
      `a session holds at most ${state.maxSessionFacts} facts`,
    );
  }
  const added = engine.assertFact(template, data);
  return ok('{"success":true}', added ? journal(session, { template, data }) : null);
};
