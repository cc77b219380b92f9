import { check } from '../../contract-check.ts';
import { RetractFactsRequest } from '../../routes/retract-facts.contract.ts';
import { readJson } from '../job-body.ts';
import { journal } from '../session-store.ts';
import { ok, type JobFunction } from './job.ts';

/** `DELETE /v1/facts`: retracts the facts of a template that pass the filter. */
export const retractFacts: JobFunction = (input, state) => {
  const { session_id: id, template, filter } = check(RetractFactsRequest, readJson(input.text()));
  const session = state.sessions.require(id, input.session, input.provided);
  const count = session.engine.retract(template, filter);
  const change = count === 0 ? null : journal(session, { retract: template, filter: filter ?? null });
  return ok(JSON.stringify({ retracted_count: count }), change);
};
