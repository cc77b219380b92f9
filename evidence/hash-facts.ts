import type { Engine } from '../runtime/engine.ts';
import { heldFacts } from '../runtime/facts/held-facts.ts';
import type { FactInput } from '../runtime/facts/read-facts.ts';
import { hashOnce, type Sha256Text, type TemplateOf } from './fact-hash.ts';

/** The templates of an engine's ruleset, by name. */
export function templatesOf({ ruleset }: Engine): TemplateOf {
  return (name) => ruleset.templates.get(name)!.info;
}

/** Hash of facts as they come in, the host's first: validated, with defaults filled in. Throws ValidationError. */
export function hashFacts(
  engine: Engine,
  facts: readonly FactInput[],
  hostFacts: readonly FactInput[] = [],
): Sha256Text {
  const read = heldFacts(engine.ruleset, facts);
  const all = hostFacts.length === 0 ? read : [...heldFacts(engine.ruleset, hostFacts, 'host'), ...read];
  return hashOnce(all, templatesOf(engine));
}
