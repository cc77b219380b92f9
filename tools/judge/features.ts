/** Features of a drawn program beyond positive patterns, joins, tests, asserts, modules and saliences. */
export const FEATURES = [
  /** `not` and `exists` of one pattern, and `any`. */
  'negation',
  /** `not`, `exists` of several elements, nested, and `forall`. */
  'groups',
  'retract',
  'modify',
  /** Raw functions, recursion, and calls in tests and slot values. */
  'functions',
  /** The operators on texts, and their complements. */
  'text',
  /** Slots of truth values. */
  'booleans',
  /** Slots of times, and conditions on the clock. */
  'times',
  /** List slots, their operators, and joins through them. */
  'lists',
  /** Hierarchies and the operators on them. */
  'classification',
  /** Operators that count facts or compare with the clock. */
  'temporal',
  /** Aggregates over the facts that earlier modules leave. */
  'aggregates',
  /** Obligations, texts that are filled in, and a default decision of the ruleset's own. */
  'answers',
  /** Constants and decision tables. */
  'knowledge',
  /** Constant tables that patterns match. */
  'relations',
  /** Expressions that can fail while they are evaluated. */
  'errors',
  /** Short rules over a document, in programs of their own. */
  'documents',
  /** Budgets, in programs of their own: several decisions in a row. */
  'budgets',
] as const;

export type Feature = (typeof FEATURES)[number];

/** CLIPS 6.30 is known to be wrong about groups, and gives modified facts new indices. */
const NEED_64: ReadonlySet<Feature> = new Set(['groups', 'modify']);

/** The features of `wanted` on which a CLIPS version can judge. */
export function judgedFeatures(wanted: readonly Feature[], clipsVersion: string): readonly Feature[] {
  return clipsVersion.startsWith('6.3') ? wanted.filter((feature) => !NEED_64.has(feature)) : wanted;
}
