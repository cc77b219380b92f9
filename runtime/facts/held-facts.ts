/** Facts as working memory would hold them: defaults filled in, values coerced. Nothing is asserted. */
import type { CompiledRuleset } from '../abi.ts';
import { nameFact } from '../engine/errors.ts';
import type { FactData } from './fact-filter.ts';
import { writeFact } from '../engine/firing.ts';
import { readFact, type FactInput, type FactOutput, type FactSource } from './read-facts.ts';

/** Throws ValidationError or ScopeError. */
export function heldFacts(
  ruleset: CompiledRuleset,
  facts: readonly FactInput[],
  by: FactSource = 'caller',
): FactOutput[] {
  return facts.map(({ template, data }) => writeFact(readFact(ruleset, template, data, by)));
}

/** The data of one fact that the fleet brings. Throws ValidationError, which names the fact. */
export function heldShared(
  ruleset: CompiledRuleset,
  template: string,
  data: Readonly<Record<string, unknown>>,
): FactData {
  try {
    return writeFact(readFact(ruleset, template, data, 'fleet')).data;
  } catch (error) {
    throw nameFact(error, null, template);
  }
}
