import { decideCall } from '../../approvals/decide-call.ts';
import { writeJson } from '../../library/json.ts';
import { CallRequest, CallVerdict } from '../contracts/calls.ts';
import { readJson, readText } from '../evaluation/job-body.ts';
import { answer } from '../http/answer.ts';
import { check } from '../http/contract-check.ts';
import { BODY_ERRORS, type Route } from './route.ts';

/** What a gate asks: one call, with its approval if somebody must give one. */
export const calls: Route = {
  method: 'POST',
  url: '/v1/calls',
  path: '/v1/calls',
  summary: 'Decide a tool call',
  operationId: 'decideCall',
  access: 'evaluate',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: CallRequest,
  response: CallVerdict,
  parameters: [],
  errors: BODY_ERRORS,
  async handle({ caller, origin, body, gzip }, services) {
    const text = readText(body, gzip, services.configuration.maxBodyBytes);
    const request = check(CallRequest, readJson(text));
    return answer(writeJson(await decideCall({ request, caller, origin }, services)));
  },
};
