import { writeJson } from '../../library/json.ts';
import type { Difference } from '../compare/difference.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import { heldText, type Counterexample, type Property } from './property.ts';
import { propertyRuleset } from './property-ruleset.ts';
import { tryProperty, type TryOptions } from './try-property.ts';

const RUNS = 20_000;
const BUDGET_MS = 5_000;

export interface RanProperty {
  readonly differences: readonly Difference[];
  /** What is told of one that holds. */
  readonly note: string | null;
}

/** Tries a property of a suite on its ruleset. */
export function runProperty(
  { sources, engine }: Pick<TestRuleset, 'sources' | 'engine'>,
  property: Property,
  options: Pick<TryOptions, 'now' | 'seed' | 'known'> & { readonly lenient: boolean; readonly runs?: number },
): RanProperty {
  const ruleset = propertyRuleset(sources, engine.name, options.lenient, property);
  if ('problem' in ruleset)
    return {
      differences: [{ what: 'when', expected: 'elements of a rule', got: ruleset.problem }],
      note: null,
    };
  const tried = tryProperty(ruleset, property, { runs: RUNS, ...options, budgetMs: BUDGET_MS });
  if (tried.kind !== 'refuted') return { differences: [], note: heldText(tried) };
  const { found, seed } = tried;
  const got = `${found.got} (seed ${seed}); as a case:`;
  return {
    differences: [{ what: 'property', expected: expectedOf(property), got, why: [caseOf(property, found)] }],
    note: null,
  };
}

function expectedOf(property: Property): string {
  if (property.kind === 'never') return `never ${property.decision}`;
  return property.kind === 'monotone' ? `${property.decision} stays` : 'the same in any order';
}

/** A case of a suite, on one line: of `never` it tells what is decided, of the others it fails until they hold. */
function caseOf({ name }: Property, { facts, then, decision }: Counterexample): string {
  return `- ${writeJson({ name, facts: then ?? facts, expect: { decision } })}`;
}
