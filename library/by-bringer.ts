import type { CompiledRuleset } from '../runtime/abi.ts';
import type { ScopedFacts } from '../runtime/engine/engine-options.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';

/** True if only the host may send facts of a template. */
function isOfHost({ templates }: Pick<CompiledRuleset, 'templates'>, template: string): boolean {
  return templates.get(template)?.info.from === 'host';
}

/** Facts in the order given, those that only the host may bring apart. */
export function byBringer(ruleset: CompiledRuleset, facts: readonly FactInput[]): ScopedFacts {
  const hostFacts = facts.filter(({ template }) => isOfHost(ruleset, template));
  if (hostFacts.length === 0) return { facts };
  return { facts: facts.filter(({ template }) => !isOfHost(ruleset, template)), hostFacts };
}
