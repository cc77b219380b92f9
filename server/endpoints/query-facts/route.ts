import { findSessionId } from '../../requests/find-session-id.ts';
import { QueryFactsRequest, QueryFactsResponse } from './contract.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const queryFacts: Route<RunsJobs> = {
  method: 'POST',
  url: '/v1/query',
  path: '/v1/query',
  summary: 'Query the facts of a session',
  operationId: 'queryFacts',
  access: 'session',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: QueryFactsRequest,
  response: QueryFactsResponse,
  parameters: [],
  errors: BODY_ERRORS,
  handle({ caller, body, gzip }, { pool }) {
    const session = gzip ? null : findSessionId(body);
    return pool.submit({
      caller,
      origin: null,
      kind: 'query-facts',
      body,
      context: gzip ? { gzip } : null,
      session,
    });
  },
};
