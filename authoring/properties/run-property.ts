import { writeJson } from '../../library/json.ts';
import type { Difference } from '../compare/difference.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import { passedText, type Counterexample, type PropertyVerdict, type Tried } from './property.ts';
import type { Property } from '../../library/suite/property.ts';
import type { Path } from '../../library/suite/suite.ts';
import { propertyRuleset } from './property-ruleset.ts';
import { tryProperty, type TryOptions } from './try-property.ts';

const RUNS = 20_000;
const BUDGET_MS = 5_000;

export interface RanProperty {
  readonly differences: readonly Difference[];
  /** Describes how a property that was not refuted was tried. */
  readonly note: string | null;
  /** Place of what is wrong with it; unset: the property. */
  readonly path?: Path;
  /** Result of trying it; unset if it could not be tried. */
  readonly verdict?: PropertyVerdict;
}

/** Tries a property of a suite on its ruleset. */
export function runProperty(
  { sources, engine, load }: Pick<TestRuleset, 'sources' | 'engine' | 'load'>,
  property: Property,
  options: Pick<TryOptions, 'now' | 'seed' | 'known'> & { readonly lenient: boolean; readonly runs?: number },
): RanProperty {
  const ruleset = propertyRuleset(sources, engine.name, options.lenient, property, load);
  if ('problem' in ruleset)
    return {
      differences: [{ what: 'when', expected: 'elements of a rule', got: ruleset.problem }],
      note: null,
      path: [...property.path, ...(ruleset.path ?? [])],
    };
  const tried = tryProperty(ruleset, property, { runs: RUNS, ...options, budgetMs: BUDGET_MS });
  const verdict = verdictOf(tried);
  if (tried.kind !== 'refuted') return { differences: [], note: passedText(tried), verdict };
  const { found, seed } = tried;
  const got = `${found.got} (seed ${seed}); as a case:`;
  return {
    differences: [{ what: 'property', expected: expectedOf(property), got, why: [caseOf(property, found)] }],
    note: null,
    verdict,
  };
}

function verdictOf(tried: Tried): PropertyVerdict {
  if (tried.kind === 'refuted') return { verdict: 'refuted', requests: null };
  return { verdict: tried.kind, requests: tried.kind === 'proved' ? tried.all : tried.requests };
}

function expectedOf(property: Property): string {
  if (property.kind === 'never') return `never ${property.decision}`;
  return property.kind === 'monotone' ? `${property.decision} stays` : 'the same in any order';
}

/** A case of a suite, on one line: for `never` it states the decision, for the others it fails until they hold. */
function caseOf({ name }: Property, { facts, input, then, decision }: Counterexample): string {
  const document = input === undefined ? {} : { input };
  return `- ${writeJson({ name, facts: then ?? facts, ...document, expect: { decision } })}`;
}
