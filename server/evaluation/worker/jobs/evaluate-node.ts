import type { FactInput } from '../../../../runtime/facts/read-facts.ts';
import { writeJson } from '../../../../library/json.ts';
import { inOrder } from '../../../../library/ordered-json.ts';
import { readJson } from '../../../requests/job-body.ts';
import { decided, type JobFunction } from './job.ts';
import { evaluate } from '../evaluate.ts';

/** Request of a graph's node; written by the service itself. */
export interface NodeEvaluation {
  readonly ruleset: string;
  readonly facts: readonly FactInput[];
  /** The document; `null` for none. */
  readonly input: unknown;
}

/**
 * A node of a graph. Its ruleset is one under the root on a mounted server too: the graph names it, not a caller.
 */
export const evaluateNode: JobFunction = (input, state) => {
  const text = input.text();
  const body = readJson(text) as NodeEvaluation;
  const { ruleset, facts } = body;
  const document: unknown = inOrder(text, body).input ?? null;
  const ready = state.rulesets.resolve(ruleset, input.provided);
  const { engine, compiled } = ready;
  const common = { ruleset: ready, engine, held: null, document, include: [] };
  const evaluated = evaluate(state.evidence, { ...common, facts, input: () => writeJson(facts) });
  state.counters.evaluated(compiled, evaluated.result);
  return decided(evaluated);
};
