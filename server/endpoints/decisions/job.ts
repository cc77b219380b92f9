import type { z } from 'zod';
import { writeJson } from '../../../library/json.ts';
import type { JobFunction } from '../../evaluation/worker/jobs/job.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import { requestDigest } from '../../../library/node/request-digest.ts';
import { evaluateRequest } from '../evaluate/job.ts';
import { EvaluateRequest } from '../evaluate/contract.ts';
import { ExplainRequest } from '../explain/contract.ts';
import type { Previewed } from '../../evaluation/protocol/protocol.ts';
import { DecisionRequest } from './contract.ts';

/** Members of the request that the service needs. */
export interface AskedOfRequest {
  readonly key: string | null;
  /** Of the canonical request, without its key and `include`. */
  readonly digest: string;
  readonly session: string | null;
  readonly showsBudgets: boolean;
  /** It includes firings or facts. */
  readonly includesMore: boolean;
}

/**
 * One step of `POST /v1/decisions`, or of a preview: the decision on the sums given, and the uses that would count. The body
 * is an AskedOfRequest, a line feed, and a body of counting-body.ts.
 */
export const decide: JobFunction = (input, state) => {
  const body = readStrictJson(input.text());
  const counting = input.context.counting ?? { sums: [], at: Date.now() };
  const { idempotency_key: key = null, include = [], ...request } = checked(body, counting.preview);
  const parts = include.filter((part) => part !== 'budgets');
  const asked: AskedOfRequest = {
    key,
    digest: requestDigest(request),
    session: request.session_id ?? null,
    showsBudgets: parts.length < include.length,
    includesMore: parts.length > 0,
  };
  const evaluated = { ...request, ...(parts.length === 0 ? {} : { include: parts }) };
  const result = evaluateRequest(
    evaluated,
    writeJson(evaluated),
    { ...input, context: { ...input.context, counting } },
    state,
  );
  return { ...result, body: `${JSON.stringify(asked)}\n${result.body}` };
};

function checked(body: unknown, preview: Previewed | undefined): z.infer<typeof DecisionRequest> {
  if (preview === undefined) return check(DecisionRequest, body);
  const {
    preview: _,
    rule: _rule,
    flip: _flip,
    ...request
  } = {
    ...{ preview: true, rule: '', flip: '' },
    ...check(preview === 'explain' ? ExplainRequest : EvaluateRequest, body),
  };
  return request;
}
