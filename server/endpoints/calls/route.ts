import { decideCall, type CallPort } from './decide-call.ts';
import { writeJson } from '../../../library/json.ts';
import { CallRequest, CallVerdict } from './contract.ts';
import { answer } from '../../requests/answer.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

/** Request of a gate: one call, with its approval if one is needed. */
export const calls: Route<CallPort> = {
  method: 'POST',
  url: '/v1/calls',
  path: '/v1/calls',
  summary: 'Decide a tool call',
  operationId: 'decideCall',
  access: 'evaluate',
  envelope: 'plain',
  body: 'json',
  cap: 'call',
  request: CallRequest,
  response: CallVerdict,
  parameters: [],
  errors: [...BODY_ERRORS.slice(0, 2), 403, ...BODY_ERRORS.slice(2)],
  async handle(call, services) {
    const verdict = await decideCall(call, services);
    const answered = answer(writeJson(verdict));
    return verdict.replayed === true ? { ...answered, headers: { 'idempotent-replayed': 'true' } } : answered;
  },
};
