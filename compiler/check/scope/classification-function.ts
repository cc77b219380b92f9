import { buildAt } from '../../language/operators/build-expression.ts';
import { compareRanks, rankFunction, type LevelRelation } from '../../language/operators/hierarchy-rank.ts';
import type { Hierarchy, RulesetFunction } from '../../ruleset.ts';
import type { FunctionSyntax } from '../../syntax.ts';
import type { InternalFunctions } from './internal-functions.ts';

/** The functions that a classification function expands to: suffix of the name, relation. */
const FORMS: readonly (readonly [string, LevelRelation])[] = [
  ['', 'meets-or-exceeds'],
  ['-below', 'below'],
  ['-meets-or-exceeds', 'meets-or-exceeds'],
  ['-within-scope', 'within-scope'],
];

/** The names that a classification function called `name` declares. */
export function classificationNames(name: string): readonly string[] {
  return FORMS.map(([suffix]) => name + suffix);
}

/**
 * The deffunctions of a classification function over two levels: `(name ?a ?b)` and `(name-meets-or-exceeds ?a ?b)`,
 * `(name-below ?a ?b)`, `(name-within-scope ?a ?b)`. Values that are not levels of the hierarchy never pass.
 */
export function classificationFunctions(
  declared: FunctionSyntax,
  hierarchy: Hierarchy,
  internals: InternalFunctions,
): readonly RulesetFunction[] {
  const [a = 'a', b = 'b'] = declared.params.map(({ value }) => value);
  const { call, variable } = buildAt(declared.at);
  const rank = internals.nameOf(rankFunction(hierarchy));
  return FORMS.map(([suffix, relation]) => ({
    name: declared.name.value + suffix,
    kind: 'classification',
    description: declared.description,
    hierarchy: hierarchy.name,
    intrinsic: null,
    definition: {
      name: declared.name.value + suffix,
      parameters: [a, b],
      wildcard: null,
      body: [compareRanks(relation, call(rank, variable(a)), call(rank, variable(b)))],
      at: declared.at,
    },
  }));
}
