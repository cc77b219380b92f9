import { assertFact } from '../../endpoints/assert-fact/route.ts';
import { compile } from '../../endpoints/compile/route.ts';
import { decisions } from '../../endpoints/decisions/route.ts';
import type { DecisionPort } from '../../endpoints/counting/ports.ts';
import { enqueueRun, type EnqueuesRuns } from '../../endpoints/enqueue-run/route.ts';
import { evaluate } from '../../endpoints/evaluate/route.ts';
import { explain, type ExplainPort } from '../../endpoints/explain/route.ts';
import { listRuns, type ListsRuns } from '../../endpoints/list-runs/route.ts';
import { queryFacts } from '../../endpoints/query-facts/route.ts';
import { readRun, type ReadsRuns } from '../../endpoints/read-run/route.ts';
import { reload, type ReloadPort } from '../../endpoints/reload/route.ts';
import { retractFacts } from '../../endpoints/retract-facts/route.ts';
import type { Route } from '../../endpoints/route.ts';
import { status, type StatusPort } from '../../endpoints/status/route.ts';
import type { CompilesTexts, KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { LimitsBodies } from '../../requests/body-cap.ts';
import { assertFacts } from './assert-facts.ts';

/** Parts of the service for the methods. */
export type MethodsPort = DecisionPort &
  RunsJobs &
  KnowsMounted &
  LimitsBodies &
  CompilesTexts &
  ExplainPort &
  ReloadPort &
  StatusPort &
  EnqueuesRuns &
  ReadsRuns &
  ListsRuns;

/** One method for a route: the route defines permissions and effect. */
export interface UnaryMethod {
  readonly name: string;
  readonly route: Route<MethodsPort>;
}

/** THE table of methods with one request and one response. */
export const UNARY_METHODS: readonly UnaryMethod[] = [
  { name: 'Evaluate', route: evaluate },
  { name: 'Decide', route: decisions },
  { name: 'AssertFact', route: assertFact },
  { name: 'AssertFacts', route: assertFacts },
  { name: 'Query', route: queryFacts },
  { name: 'Retract', route: retractFacts },
  { name: 'Compile', route: compile },
  { name: 'Explain', route: explain },
  { name: 'Reload', route: reload },
  { name: 'Status', route: status },
  { name: 'EnqueueRun', route: enqueueRun },
  { name: 'GetRun', route: readRun },
  { name: 'ListRuns', route: listRuns },
];
