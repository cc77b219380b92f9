import { AssertFactsRequest } from '../../endpoints/assert-facts/contract.ts';
import { findSessionId } from '../../requests/find-session-id.ts';
import { assertFact } from '../../endpoints/assert-fact/route.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../../endpoints/route.ts';

/** The route of a method that HTTP does not have. */
export const assertFacts: Route<RunsJobs> = {
  ...assertFact,
  operationId: 'assertFacts',
  summary: 'Assert facts into a session, all or none',
  request: AssertFactsRequest,
  handle: ({ caller, origin, body }, { pool }) =>
    pool.submit({ caller, origin, kind: 'assert-facts', body, context: null, session: findSessionId(body) }),
};
