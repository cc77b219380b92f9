import { askedApproval, callInput, toolCall, type AskedApproval } from '../../approvals/asked-call.ts';
import { writeJson } from '../../../library/json.ts';
import { CallRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import { evaluateRequest } from '../evaluate/job.ts';
import type { JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** Data of a decided call that the service needs. */
export interface CallAsked {
  /** Types of obligations that the caller fulfils; left out when it does not say. */
  readonly supported?: readonly string[];
  /** Question for a person, if the call was escalated and may be approved; else null. */
  readonly approval: AskedApproval | null;
}

const ESCALATED = /^\{"ruleset":"(?:[^"\\]|\\.)*","decision":"escalate",/;

/** Decides a call (`POST /v1/calls`). Returns members `response` and `asked` (CallAsked). */
export const call: JobFunction = (input, state) => {
  const request = check(CallRequest, readStrictJson(input.text()));
  const asked = toolCall(request);
  const { session } = asked;
  const { ruleset, session_mode: mode, supported_obligations: supported } = request;
  const body = {
    ruleset,
    facts: [],
    input: callInput(asked, input.context.approval ?? null),
    ...(session === undefined ? {} : { session_id: session }),
    ...(mode === undefined ? {} : { session: mode }),
    ...(request.host_facts === undefined ? {} : { host_facts: request.host_facts }),
  };
  const named = { ...input, context: { ...input.context, names: true as const } };
  const result = evaluateRequest(body, writeJson(body), named, state);
  const waits = ESCALATED.test(result.body) && request.mode !== 'observe';
  const about: CallAsked = {
    ...(supported === undefined ? {} : { supported }),
    approval: waits ? askedApproval(asked) : null,
  };
  return { ...result, body: `{"response":${result.body},"asked":${writeJson(about)}}` };
};
