import { FerruleError } from '../../runtime/engine/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Engine } from '../../runtime/engine.ts';

/** The facts of a case with those that its document gives; null: the ruleset refuses the document. */
export function requestFacts(
  engine: Engine,
  { facts, input }: { readonly facts: readonly FactInput[]; readonly input: unknown },
): readonly FactInput[] | null {
  if (input === null) return facts;
  try {
    return [...facts, ...engine.readDocument(input)];
  } catch (error) {
    if (error instanceof FerruleError) return null;
    throw error;
  }
}
