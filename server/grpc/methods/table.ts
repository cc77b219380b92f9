import { assertFact } from '../../endpoints/assert-fact/route.ts';
import { compile } from '../../endpoints/compile/route.ts';
import { enqueueRun } from '../../endpoints/enqueue-run/route.ts';
import { evaluate } from '../../endpoints/evaluate/route.ts';
import { explain } from '../../endpoints/explain/route.ts';
import { listRuns } from '../../endpoints/list-runs/route.ts';
import { queryFacts } from '../../endpoints/query-facts/route.ts';
import { readRun } from '../../endpoints/read-run/route.ts';
import { reload } from '../../endpoints/reload/route.ts';
import { retractFacts } from '../../endpoints/retract-facts/route.ts';
import type { Route } from '../../endpoints/route.ts';
import { status } from '../../endpoints/status/route.ts';
import { assertFacts } from './assert-facts.ts';

/** One method for a route: the route defines permissions and effect. */
export interface UnaryMethod {
  readonly name: string;
  readonly route: Route;
}

/** THE table of methods with one request and one response. */
export const UNARY_METHODS: readonly UnaryMethod[] = [
  { name: 'Evaluate', route: evaluate },
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
