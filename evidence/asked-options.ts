import type { EvaluateOptions } from '../runtime/engine/engine-options.ts';
import type { Included } from '../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';

/**
 * The options of an evaluation as the service gives them, all of them each time: what is compiled for objects of one
 * literal need not be compiled again for those of another.
 */
export function askedOptions(
  facts: readonly FactInput[],
  hostFacts: readonly FactInput[],
  input: unknown,
  include: readonly Included[],
): EvaluateOptions {
  return { scoped: true, facts, hostFacts, input, include };
}
