import { findSessionId } from '../../requests/find-session-id.ts';
import { EvaluateRequest, EvaluateResponse } from './contract.ts';
import type { DecisionPort } from '../counting/ports.ts';
import { previewDecision } from '../counting/preview.ts';
import { BODY_ERRORS, type Route } from '../route.ts';
import { PREVIEWED } from './previewed.ts';

export const evaluate: Route<DecisionPort> = {
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
  async handle(call, services) {
    const { caller, origin, body, gzip } = call;
    const { pool, serving } = services;
    // A mounted engine has no sessions: whichever worker reads of one refuses it.
    const session = gzip || serving.kind === 'mounted' ? null : findSessionId(body);
    const host = caller.roles.has('host');
    const context = gzip || host ? { gzip, host } : null;
    const result = await pool.submit({ caller, origin, kind: 'evaluate', body, context, session });
    return result.status === PREVIEWED ? previewDecision(call, services) : result;
  },
};
