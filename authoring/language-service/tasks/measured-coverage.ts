import type { Coverage } from '../../coverage/coverage.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

type RuleCoverage = Coverage['rulesets'][number]['rules'][number];

/** INVARIANT: a ruleset of other texts is another object, so what was measured is never out of date. */
const known = new WeakMap<RulesetOfDocument, readonly RuleCoverage[]>();

/** Keeps the coverage of a run, in place of an earlier one. */
export function keepCoverage(ruleset: RulesetOfDocument, { rulesets }: Coverage): void {
  known.set(
    ruleset,
    rulesets.flatMap(({ rules }) => rules),
  );
}

/** Coverage of these texts in the last run; empty if there was none. */
export const measuredCoverage = (ruleset: RulesetOfDocument): readonly RuleCoverage[] =>
  known.get(ruleset) ?? [];
