import { check } from '../../http/contract-check.ts';
import { writeJson } from '../../../library/json.ts';
import { QueryFactsRequest } from '../../contracts/query-facts.ts';
import { readJson } from '../job-body.ts';
import { ok, type JobFunction } from './job.ts';

/** `POST /v1/query`: the facts of a template that pass the filter. */
export const queryFacts: JobFunction = (input, state) => {
  const { session_id: id, template, filter } = check(QueryFactsRequest, readJson(input.text()));
  const { engine } = state.sessions.require(id, input.session, input.provided);
  return ok(writeJson({ facts: engine.query(template, filter) }));
};
