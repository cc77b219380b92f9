import { inOrder } from '../../../library/ordered-json.ts';
import { AccessEvaluationRequest } from './contract.ts';
import { boundParts } from './bound-parts.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import { authzenRuleset, decideAccess, decidedAccess, partsOf } from './decision.ts';
import type { JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** `POST /access/v1/evaluation` */
export const authzenEvaluation: JobFunction = (job, state) => {
  const text = job.text();
  const request = check(AccessEvaluationRequest, readStrictJson(text));
  const { approval = null } = job.context;
  // An approval is bound to what the rules see of the request: no more, no less.
  const seen = approval === null ? partsOf : (parts: typeof request) => boundParts(partsOf(parts));
  const ordered = () => seen(inOrder(text, request));
  const ruleset = authzenRuleset(job, state);
  return decidedAccess(decideAccess(ruleset, seen(request), ordered, state, approval));
};
