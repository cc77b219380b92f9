import type { FactInput } from '../../../runtime/read-facts.ts';
import { evaluateResponse } from '../../library/evaluate-response.ts';
import { readJson } from '../job-body.ts';
import { ok, type JobFunction } from './job.ts';

/** What a node of a graph asks for; written by the service itself. */
export interface NodeEvaluation {
  readonly ruleset: string;
  readonly facts: readonly FactInput[];
}

/**
 * A node of a graph. Its ruleset is one under the root on a mounted server too: the graph names it, not a caller.
 */
export const evaluateNode: JobFunction = (input, state) => {
  const { ruleset, facts } = readJson(input.text()) as NodeEvaluation;
  const { engine } = state.rulesets.resolve(ruleset, input.provided);
  return ok(JSON.stringify(evaluateResponse(engine.evaluate({ scoped: true, facts }))));
};
