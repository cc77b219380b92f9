import { writeJson } from '../../../library/json.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { AccessEvaluationsRequest, type SEMANTICS } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import {
  authzenRuleset,
  decideAccess,
  decidedAccess,
  decideItem,
  partsOf,
  type AccessDecision,
} from './decision.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** The decision after which the rest is not looked at; null: all are. */
const LAST: Readonly<Record<(typeof SEMANTICS)[number], boolean | null>> = {
  execute_all: null,
  deny_on_first_deny: false,
  permit_on_first_permit: true,
};

/** `POST /access/v1/evaluations`: each evaluation on its own; one that fails is a refusal. */
export const authzenEvaluations: JobFunction = (job, state) => {
  const text = job.text();
  const request = check(AccessEvaluationsRequest, readStrictJson(text));
  const { evaluations = [], options } = request;
  let written: typeof request | null = null;
  const inText = () => (written ??= inOrder(text, request));
  const ruleset = authzenRuleset(job, state);
  if (evaluations.length === 0) {
    return decidedAccess(decideAccess(ruleset, partsOf(request), () => partsOf(inText()), state));
  }
  const last = LAST[options?.evaluations_semantic ?? 'execute_all'];
  const decisions: AccessDecision[] = [];
  for (const [i, item] of evaluations.entries()) {
    const ordered = () => partsOf(inText(), inText().evaluations?.[i]);
    const made = decideItem(() => decideAccess(ruleset, partsOf(request, item), ordered, state), item, state);
    decisions.push(made);
    if (made.decision === last) break;
  }
  return ok(writeJson({ evaluations: decisions }));
};
