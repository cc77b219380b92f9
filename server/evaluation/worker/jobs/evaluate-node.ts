import type { FactInput } from '../../../../runtime/facts/read-facts.ts';
import { writeJson } from '../../../../library/json.ts';
import { readJson } from '../../../requests/job-body.ts';
import { decided, type JobFunction } from './job.ts';
import { evaluate } from '../evaluate.ts';

/** Request of a graph's node; written by the service itself. */
export interface NodeEvaluation {
  readonly ruleset: string;
  readonly facts: readonly FactInput[];
}

/**
 * A node of a graph. Its ruleset is one under the root on a mounted server too: the graph names it, not a caller.
 */
export const evaluateNode: JobFunction = (input, state) => {
  const { ruleset, facts } = readJson(input.text()) as NodeEvaluation;
  const ready = state.rulesets.resolve(ruleset, input.provided);
  const { engine, compiled } = ready;
  const common = { ruleset: ready, engine, held: null, document: null, include: [] };
  const evaluated = evaluate(state.evidence, { ...common, facts, input: () => writeJson(facts) });
  state.counters.evaluated(compiled, evaluated.result);
  return decided(evaluated);
};
