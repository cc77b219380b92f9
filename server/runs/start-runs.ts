import type { Logger } from 'pino';
import type { Configuration } from '../settings/configuration.ts';
import type { NodeEvaluation } from '../evaluation/worker/jobs/evaluate-node.ts';
import type { Evaluation } from '../evaluation/main/start-evaluation.ts';
import { GraphCatalog } from '../../library/node/rulesets/graph-catalog.ts';
import type { Evaluated } from './graphs/outcome.ts';
import { parseJson, writeJson } from '../../library/json.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { RunRecorder } from './run-recorder.ts';
import { Runs } from './runs.ts';
import { SERVICE_CALLER } from '../tokens/caller.ts';

/** Runs on these evaluation workers. Opens nothing yet. */
export function createRuns(
  { root, runConcurrency: concurrency, maxTokenRuns, maxTokenRunBytes, requestTimeoutMs }: Configuration,
  { compiler, pool }: Evaluation,
  store: LazyStore,
  recorder: RunRecorder,
  log: Logger,
): Runs {
  const catalog = new GraphCatalog(root, (graphId) => compiler.ask<'graph'>({ kind: 'graph', graphId }));
  return new Runs({
    store,
    planOf: (graphId, actor) => catalog.planOf(graphId, actor),
    async evaluate(ruleset, facts, owner, origin, input) {
      const body = Buffer.from(writeJson({ ruleset, facts, input } satisfies NodeEvaluation));
      const answer = await pool.submit({
        caller: { ...SERVICE_CALLER, actor: owner },
        kind: 'evaluate-node',
        body,
        context: { maxBytes: Infinity },
        session: null,
        origin,
      });
      return parseJson(answer.body) as Evaluated;
    },
    recorder,
    concurrency,
    limits: { runs: maxTokenRuns, bytes: maxTokenRunBytes },
    databaseMs: requestTimeoutMs,
    log,
  });
}
