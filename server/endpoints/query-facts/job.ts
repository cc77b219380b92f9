import { check } from '../../requests/contract-check.ts';
import { writeJson } from '../../../library/json.ts';
import { QueryFactsRequest } from './contract.ts';
import { readJson } from '../../requests/job-body.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** `POST /v1/query`: the facts of a template that pass the filter. */
export const queryFacts: JobFunction = (input, state) => {
  const { session_id: id, template, filter } = check(QueryFactsRequest, readJson(input.text()));
  const { engine } = state.sessions.require(id, input.session, input.provided);
  return ok(writeJson({ facts: engine.query(template, filter) }));
};
