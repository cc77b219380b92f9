import type { Engine } from '../runtime/engine.ts';
import { heldFacts } from '../runtime/facts/held-facts.ts';
import type { FactInput, FactOutput } from '../runtime/facts/read-facts.ts';
import { hashOnce, type Sha256Text, type TemplateOf } from './fact-hash.ts';

/** The templates of an engine's ruleset, by name. */
export function templatesOf({ ruleset }: Engine): TemplateOf {
  return (name) => ruleset.templates.get(name)!.info;
}

/** Input of an evaluation in addition to the caller's facts. */
export interface BesideFacts {
  readonly hostFacts?: readonly FactInput[];
  /** Facts that the engine read from the document. */
  readonly brought?: readonly FactOutput[];
}

/**
 * Hash of facts as they come in, the host's first, then those of the document: validated, with defaults filled in. Throws
 * ValidationError or ScopeError.
 */
export function hashFacts(
  engine: Engine,
  facts: readonly FactInput[],
  { hostFacts = [], brought = [] }: BesideFacts = {},
): Sha256Text {
  const read = heldFacts(engine.ruleset, facts);
  const isAlone = hostFacts.length === 0 && brought.length === 0;
  const all = isAlone ? read : [...heldFacts(engine.ruleset, hostFacts, 'host'), ...brought, ...read];
  return hashOnce(all, templatesOf(engine));
}
