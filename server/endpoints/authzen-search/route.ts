/** AuthZEN Authorization API 1.0: its three searches. */
import { accessSession } from '../authzen/access-session.ts';
import { SEARCHES, SearchResponse, type SearchKind } from './contract.ts';
import { authzenEvaluation, SEARCH } from '../authzen/route.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

function search(kind: SearchKind, operationId: string): Route<RunsJobs & KnowsMounted> {
  return {
    ...authzenEvaluation,
    url: `${SEARCH}/${kind}`,
    path: `${SEARCH}/${kind}`,
    summary: `AuthZEN ${kind} search`,
    operationId,
    request: SEARCHES[kind],
    response: SearchResponse,
    handle(call, services) {
      const { caller, origin, body, gzip } = call;
      return services.pool.submit({
        caller,
        origin,
        kind: 'authzen-search',
        body,
        context: gzip ? { gzip, path: kind } : { path: kind },
        session: accessSession(call, services),
      });
    },
  };
}

export const authzenSubjectSearch = search('subject', 'authzenSubjectSearch');
export const authzenResourceSearch = search('resource', 'authzenResourceSearch');
export const authzenActionSearch = search('action', 'authzenActionSearch');
