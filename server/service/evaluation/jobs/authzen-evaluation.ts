import { inOrder } from '../../../library/ordered-json.ts';
import { AccessEvaluationRequest } from '../../contracts/authzen.ts';
import { check } from '../../http/contract-check.ts';
import { readJson } from '../job-body.ts';
import { authzenRuleset, decideAccess, decidedAccess, partsOf } from './authzen-decision.ts';
import type { JobFunction } from './job.ts';

/** `POST /access/v1/evaluation` */
export const authzenEvaluation: JobFunction = (job, state) => {
  const text = job.text();
  const request = check(AccessEvaluationRequest, readJson(text));
  const ordered = () => partsOf(inOrder(text, request));
  const { approval = null } = job.context;
  const ruleset = authzenRuleset(job, state);
  return decidedAccess(decideAccess(ruleset, partsOf(request), ordered, state, approval));
};
