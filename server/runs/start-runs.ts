import type { Logger } from 'pino';
import type { Configuration } from '../configuration.ts';
import type { NodeEvaluation } from '../evaluation/jobs/evaluate-node.ts';
import type { Evaluation } from '../evaluation/start-evaluation.ts';
import { GraphCatalog } from '../graphs/graph-catalog.ts';
import type { Evaluated } from '../graphs/outcome.ts';
import { parseJson, writeJson } from '../library/json.ts';
import type { LazyStore } from '../store/lazy-store.ts';
import { Runs } from './runs.ts';

/** Runs on these evaluation workers. Opens nothing yet. */
export function createRuns(
  { root, runConcurrency: concurrency }: Configuration,
  { compiler, pool }: Evaluation,
  store: LazyStore,
  log: Logger,
): Runs {
  const catalog = new GraphCatalog(root, (graphId) => compiler.ask<'graph'>({ kind: 'graph', graphId }));
  return new Runs({
    store,
    planOf: (graphId) => catalog.planOf(graphId),
    async evaluate(ruleset, facts) {
      const body = Buffer.from(writeJson({ ruleset, facts } satisfies NodeEvaluation));
      const answer = await pool.submit({ kind: 'evaluate-node', body, context: null, session: null });
      return parseJson(answer.body) as Evaluated;
    },
    concurrency,
    log,
  });
}
