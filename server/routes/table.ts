import { assertFact } from './assert-fact.ts';
import { batchData } from './batch-data.ts';
import { compile } from './compile.ts';
import { getData, postData } from './data.ts';
import { defaultDecision } from './default-decision.ts';
import { deleteSession } from './delete-session.ts';
import { evaluate } from './evaluate.ts';
import { assertFleetFact, queryFleetFacts, retractFleetFacts } from './fleet-facts.ts';
import { health } from './health.ts';
import { modules, rules, templates } from './list.ts';
import { openapi } from './openapi.ts';
import { queryFacts } from './query-facts.ts';
import { reload } from './reload.ts';
import { retractFacts } from './retract-facts.ts';
import { enqueueRun } from './enqueue-run.ts';
import { listRuns } from './list-runs.ts';
import { readRun } from './read-run.ts';
import type { Route } from './route.ts';
import { status } from './status.ts';

/** THE table of endpoints: the application and the interface description are made from it. */
export const ROUTES: readonly Route[] = [
  health,
  status,
  evaluate,
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
  deleteSession,
  assertFleetFact,
  retractFleetFacts,
  queryFleetFacts,
  enqueueRun,
  listRuns,
  readRun,
  openapi,
];
