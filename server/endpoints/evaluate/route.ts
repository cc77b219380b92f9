import { findSessionId } from '../../requests/find-session-id.ts';
import { EvaluateRequest, EvaluateResponse } from './contract.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const evaluate: Route = {
  method: 'POST',
  url: '/v1/evaluate',
  path: '/v1/evaluate',
  summary: 'Evaluate facts against a ruleset',
  operationId: 'evaluate',
  access: 'evaluate',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: EvaluateRequest,
  response: EvaluateResponse,
  parameters: [],
  errors: BODY_ERRORS,
  handle({ caller, origin, body, gzip }, { pool, serving }) {
    // A mounted engine has no sessions: whichever worker reads of one refuses it.
    const session = gzip || serving.kind === 'mounted' ? null : findSessionId(body);
    const host = caller.roles.has('host');
    const context = gzip || host ? { gzip, host } : null;
    return pool.submit({ caller, origin, kind: 'evaluate', body, context, session });
  },
};
