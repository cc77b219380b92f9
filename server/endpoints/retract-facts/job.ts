import { check } from '../../requests/contract-check.ts';
import { RetractFactsRequest } from './contract.ts';
import { readJson } from '../../requests/job-body.ts';
import { retracted } from '../../evaluation/worker/session-change.ts';
import { recordChange } from '../../evaluation/worker/jobs/record-change.ts';
import { boundsOf, ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** `DELETE /v1/facts`: retracts the facts of a template that pass the filter. */
export const retractFacts: JobFunction = (input, state) => {
  const { session_id: id, template, filter: given } = check(RetractFactsRequest, readJson(input.text()));
  const filter = given ?? null;
  state.evidence.log?.check();
  const session = state.sessions.require(id, input.session, input.provided);
  const count = session.engine.retract(template, filter);
  const change = count === 0 ? null : retracted(session, template, filter, boundsOf(input, state));
  state.sessions.keep(session);
  if (change !== null) {
    const operation = { retract: template, filter };
    recordChange(id, session.sequence, change.entries.length, { session, operation }, state);
  }
  state.counters.add('retracted', count);
  return ok(JSON.stringify({ retracted_count: count }), change);
};
