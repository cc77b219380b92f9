import { findSessionId } from '../../requests/find-session-id.ts';
import { AssertFactRequest, AssertFactResponse } from './contract.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const assertFact: Route<RunsJobs> = {
  method: 'POST',
  url: '/v1/facts',
  path: '/v1/facts',
  summary: 'Assert one fact into a session',
  operationId: 'assertFact',
  access: 'session',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: AssertFactRequest,
  response: AssertFactResponse,
  parameters: [],
  errors: BODY_ERRORS,
  handle({ caller, origin, body, gzip }, { pool }) {
    const session = gzip ? null : findSessionId(body);
    return pool.submit({
      caller,
      origin,
      kind: 'assert-fact',
      body,
      context: gzip ? { gzip } : null,
      session,
    });
  },
};
