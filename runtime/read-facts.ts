import type { CompiledRuleset, TemplateOperations } from './contract.ts';
import { FerruleError, ScopeError } from './errors.ts';
import type { FactData } from './fact-filter.ts';
import { notSlots, unknownTemplate } from './validation.ts';
import type { Fact } from './values.ts';

/** A fact on its way in: slot values as JSON has them; see the validation chain in service.md, 2. */
export interface FactInput {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A fact as the engine lists it. */
export interface FactOutput {
  readonly template: string;
  readonly data: FactData;
}

/** Facts that passed validation, and by the same place the operations of their templates. */
export interface ReadFacts {
  readonly facts: readonly Fact[];
  readonly operations: readonly TemplateOperations[];
}

/** Reads facts without changing anything. Throws ValidationError or ScopeError for the first that does not pass. */
export function readFacts(ruleset: CompiledRuleset, facts: readonly FactInput[]): ReadFacts {
  if (!Array.isArray(facts)) throw new FerruleError('invalid_argument', 'Facts must be an array', 'facts');
  const inputs = facts as readonly (FactInput | null | undefined)[];
  const read = new Array<Fact>(inputs.length);
  const operations = new Array<TemplateOperations>(inputs.length);
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i];
    if (typeof input !== 'object' || input === null) throw unknownTemplate(String(input));
    const template = operationsOf(ruleset, input.template, input.data, false);
    operations[i] = template;
    read[i] = template.read(input.data);
  }
  return { facts: read, operations };
}

/** The operations of a fact's template: before its slots are looked at, it must be known, open and given an object. */
function operationsOf(
  ruleset: CompiledRuleset,
  template: string,
  data: Readonly<Record<string, unknown>>,
  shared: boolean,
): TemplateOperations {
  const operations = ruleset.templates.get(template);
  if (operations === undefined) throw unknownTemplate(String(template));
  if (operations.info.scope === 'fleet' && !shared) throw new ScopeError(template);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw notSlots(template);
  return operations;
}

/** Steps 1 to 7 of the validation chain. `shared`: the fact comes from the fleet, or was in working memory before. */
export function readFact(
  ruleset: CompiledRuleset,
  template: string,
  data: Readonly<Record<string, unknown>>,
  shared = false,
): Fact {
  return operationsOf(ruleset, template, data, shared).read(data);
}
