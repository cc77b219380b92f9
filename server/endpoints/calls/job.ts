import { askedApproval, callInput, toolCall, type AskedApproval } from './asked-call.ts';
import { writeJson } from '../../../library/json.ts';
import { CallRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import { requestDigest } from '../../../library/node/request-digest.ts';
import { evaluateRequest } from '../evaluate/job.ts';
import type { JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** Data of a decided call that the service needs. */
export interface CallAsked {
  /** Types of obligations that the caller fulfils; left out when it does not say. */
  readonly supported?: readonly string[];
  /** Question for a person, if the call was escalated and may be approved; else null. */
  readonly approval: AskedApproval | null;
  /** For a ruleset with budgets. */
  readonly counted?: CountedCall;
}

/** The parts of a call that counting needs. */
export interface CountedCall {
  /** `null` if the caller gives none. */
  readonly key: string | null;
  /** Digest of the canonical request without its key. */
  readonly digest: string;
  readonly session: string | null;
  readonly callId: string;
  /** Nothing is done on it, so nothing counts. */
  readonly isObserved: boolean;
}

const ESCALATED = /^\{(?:"ruleset":"(?:[^"\\]|\\.)*",)?"decision":"escalate",/;

/**
 * Decides a call (`POST /v1/calls`), or does one step of it for a ruleset with budgets. Returns members `response`, `asked`
 * (CallAsked) and, for such a step, `counting` (CountingLine).
 */
export const call: JobFunction = (input, state) => {
  const request = check(CallRequest, readStrictJson(input.text()));
  const asked = toolCall(request);
  const { session } = asked;
  const { ruleset, session_mode: mode, supported_obligations: supported } = request;
  const body = {
    ruleset,
    facts: [],
    input: callInput(asked, input.context.approval ?? null, input.context.counting?.at),
    ...(session === undefined ? {} : { session_id: session }),
    ...(mode === undefined ? {} : { session: mode }),
    ...(request.host_facts === undefined ? {} : { host_facts: request.host_facts }),
  };
  const named = { ...input, context: { ...input.context, names: true as const } };
  const result = evaluateRequest(body, writeJson(body), named, state);
  // A step of a decision that counts has a line in front of its response.
  const end = result.body.indexOf('\n');
  const waits = ESCALATED.test(result.body) && request.mode !== 'observe';
  const about: CallAsked = {
    ...(supported === undefined ? {} : { supported }),
    approval: waits ? askedApproval(asked) : null,
    ...(end < 0 ? {} : { counted: countedCall(request) }),
  };
  const counting = end < 0 ? '' : `,"counting":${result.body.slice(0, end)}`;
  return {
    ...result,
    body: `{"response":${result.body.slice(end + 1)},"asked":${writeJson(about)}${counting}}`,
  };
};

function countedCall({ idempotency_key: key, ...request }: CallRequest): CountedCall {
  const { session = null, call: of, mode } = request;
  const isObserved = mode === 'observe';
  return { key: key ?? null, digest: requestDigest(request), session, callId: of.id, isObserved };
}
