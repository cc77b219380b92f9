import { findSessionId } from '../../requests/find-session-id.ts';
import { RetractFactsRequest, RetractFactsResponse } from './contract.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const retractFacts: Route<RunsJobs> = {
  method: 'DELETE',
  url: '/v1/facts',
  path: '/v1/facts',
  summary: 'Retract facts by template and filter',
  operationId: 'retractFacts',
  access: 'session',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: RetractFactsRequest,
  response: RetractFactsResponse,
  parameters: [],
  errors: BODY_ERRORS,
  handle({ caller, origin, body, gzip }, { pool }) {
    const session = gzip ? null : findSessionId(body);
    return pool.submit({
      caller,
      origin,
      kind: 'retract-facts',
      body,
      context: gzip ? { gzip } : null,
      session,
    });
  },
};
