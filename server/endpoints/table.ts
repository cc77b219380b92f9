import { answerApproval, listApprovals, readApproval } from './approvals/route.ts';
import { readAccessRequest, requestAccessRoute } from './access-request/route.ts';
import { assertFact } from './assert-fact/route.ts';
import { authzenConfiguration, authzenEvaluation, authzenEvaluations } from './authzen/route.ts';
import { authzenActionSearch, authzenResourceSearch, authzenSubjectSearch } from './authzen-search/route.ts';
import { batchData } from './batch-data/route.ts';
import { calls } from './calls/route.ts';
import { compile } from './compile/route.ts';
import { getData, postData } from './data/route.ts';
import { createSession } from './create-session/route.ts';
import { listRulesets, readRulesetSource } from './ruleset-sources/route.ts';
import { listBudgets, resetBudget } from './budgets/route.ts';
import { decisions } from './decisions/route.ts';
import { listDecisions, proveDecision, readDecisionRecord } from './decision-log/route.ts';
import { readReservation, settleReservation } from './reservations/route.ts';
import { defaultDecision } from './default-decision/route.ts';
import { deleteSession } from './delete-session/route.ts';
import { evaluate } from './evaluate/route.ts';
import { explain } from './explain/route.ts';
import { assertFleetFact, queryFleetFacts, retractFleetFacts } from './fleet-facts/route.ts';
import { health } from './health/route.ts';
import { jwks } from './jwks/route.ts';
import { livez } from './livez/route.ts';
import { metrics } from './metrics/route.ts';
import { readyz } from './readyz/route.ts';
import { modules, rules, templates } from './list/route.ts';
import { openapi } from './openapi/route.ts';
import { queryFacts } from './query-facts/route.ts';
import { reload } from './reload/route.ts';
import { retractFacts } from './retract-facts/route.ts';
import { enqueueRun } from './enqueue-run/route.ts';
import { listRuns } from './list-runs/route.ts';
import { readRun } from './read-run/route.ts';
import { replicas } from './replicas/route.ts';
import { root } from './root/route.ts';
import { readSession } from './read-session/route.ts';
import type { Route } from './route.ts';
import { status } from './status/route.ts';

/** THE table of endpoints: the application and the interface description are made from it. */
export const ROUTES = [
  root,
  health,
  livez,
  readyz,
  status,
  jwks,
  evaluate,
  decisions,
  listDecisions,
  readDecisionRecord,
  proveDecision,
  settleReservation,
  readReservation,
  listBudgets,
  resetBudget,
  listRulesets,
  readRulesetSource,
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
  replicas,
  openapi,
] as const satisfies readonly Route[];
