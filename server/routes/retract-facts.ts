import { findSessionId } from '../evaluation/find-session-id.ts';
import { RetractFactsRequest, RetractFactsResponse } from './retract-facts.contract.ts';
import { BODY_ERRORS, type Route } from './route.ts';

export const retractFacts: Route = {
  method: 'DELETE',
  url: '/v1/facts',
  path: '/v1/facts',
  summary: 'Retract facts by template and filter',
  operationId: 'retractFacts',
  access: 'data',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: RetractFactsRequest,
  response: RetractFactsResponse,
  parameters: [],
  errors: BODY_ERRORS,
  handle({ body, gzip }, { pool }) {
    const session = gzip ? null : findSessionId(body);
    return pool.submit({ kind: 'retract-facts', body, context: gzip ? { gzip } : null, session });
  },
};
