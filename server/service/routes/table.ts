import { answerApproval, listApprovals, readApproval } from './approvals.ts';
import { readAccessRequest, requestAccessRoute } from './access-request.ts';
import { assertFact } from './assert-fact.ts';
import { authzenConfiguration, authzenEvaluation, authzenEvaluations } from './authzen.ts';
import { authzenActionSearch, authzenResourceSearch, authzenSubjectSearch } from './authzen-search.ts';
import { batchData } from './batch-data.ts';
import { calls } from './calls.ts';
import { compile } from './compile.ts';
import { getData, postData } from './data.ts';
import { createSession } from './create-session.ts';
import { defaultDecision } from './default-decision.ts';
import { deleteSession } from './delete-session.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { assertFleetFact, queryFleetFacts, retractFleetFacts } from './fleet-facts.ts';
import { health } from './health.ts';
import { jwks } from './jwks.ts';
import { livez } from './livez.ts';
import { metrics } from './metrics.ts';
import { readyz } from './readyz.ts';
import { modules, rules, templates } from './list.ts';
import { openapi } from './openapi.ts';
import { queryFacts } from './query-facts.ts';
import { reload } from './reload.ts';
import { retractFacts } from './retract-facts.ts';
import { enqueueRun } from './enqueue-run.ts';
import { listRuns } from './list-runs.ts';
import { readRun } from './read-run.ts';
import { readSession } from './read-session.ts';
import type { Route } from './route.ts';
import { status } from './status.ts';

/** THE table of endpoints: the application and the interface description are made from it. */
export const ROUTES: readonly Route[] = [
  health,
  livez,
  readyz,
  status,
  jwks,
  evaluate,
  explain,
  assertFact,
  retractFacts,
  queryFacts,
  compile,
  templates,
  rules,
  modules,
  reload,
  postData,
  getData,
  batchData,
  defaultDecision,
  authzenEvaluation,
  authzenEvaluations,
  authzenSubjectSearch,
  authzenResourceSearch,
  authzenActionSearch,
  authzenConfiguration,
  requestAccessRoute,
  readAccessRequest,
  calls,
  listApprovals,
  readApproval,
  answerApproval,
  createSession,
  readSession,
  deleteSession,
  assertFleetFact,
  retractFleetFacts,
  queryFleetFacts,
  enqueueRun,
  listRuns,
  readRun,
  metrics,
  openapi,
];
