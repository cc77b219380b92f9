import type { UnaryMethod } from '../method.ts';
import { evaluate } from './evaluate.ts';
import { assertFact, assertFacts, query, retract } from './facts.ts';
import { compile, explain, reload, status } from './rules.ts';
import { enqueueRun, getRun, listRuns } from './runs.ts';

/** THE table of methods with one request and one answer. */
export const UNARY_METHODS: readonly UnaryMethod[] = [
  evaluate,
  assertFact,
  assertFacts,
  query,
  retract,
  compile,
  explain,
  reload,
  status,
  enqueueRun,
  getRun,
  listRuns,
];
