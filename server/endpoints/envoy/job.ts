import { boundTexts } from '../../approvals/bound-texts.ts';
import { boundDocument } from '../../envoy/bound-document.ts';
import type { EnvoyJob } from '../../evaluation/protocol/envoy-request.ts';
import { documentText } from '../../envoy/document.ts';
import { ServiceError } from '../../../library/errors.ts';
import { approvalInDocument } from '../../../agents/gate/local-approvals.ts';
import { objectText } from '../../requests/json-fields.ts';
import { writeJson } from '../../../library/json.ts';
import { evaluate } from '../evaluate/job.ts';
import { ok, type JobFunction, type JobInput } from '../../evaluation/worker/jobs/job.ts';

/** Decides a request for Envoy as `POST /v1/evaluate` decides its document. */
export const envoy: JobFunction = (input, state) => {
  const { ruleset, request } = askedOf(input);
  const document = documentText(request, bodyOf(input));
  const approval = approvalInDocument(input.context.approval ?? null);
  const whole =
    approval === null ? document : `${document.slice(0, -1)},"approval":${JSON.stringify(approval)}}`;
  const text = objectText({ ruleset: JSON.stringify(ruleset), facts: '[]', input: whole });
  return evaluate({ ...input, text: () => text }, state);
};

/** Reads what an approval of the request binds: BoundTexts. */
export const readEnvoy: JobFunction = (input) => {
  const { request, named } = askedOf(input);
  return ok(writeJson(boundTexts(boundDocument(request, bodyOf(input), named))));
};

function askedOf({ context }: JobInput): EnvoyJob {
  if (context.envoy !== undefined) return context.envoy;
  throw new ServiceError('internal_error', 'the job has no Envoy request');
}

function bodyOf(input: JobInput): string | null {
  const body = input.text();
  return body === '' ? null : body;
}
