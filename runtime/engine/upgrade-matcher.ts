import type { CompiledRuleset, Host } from '../abi.ts';
import { assertHeld } from './evaluate.ts';
import type { Matcher } from './matcher.ts';
import type { Fact } from '../values/values.ts';

/** A matcher with a history, and its facts by the earlier ones. */
interface UpgradedMatcher {
  readonly matcher: Matcher;
  readonly moved: ReadonlyMap<Fact, Fact>;
}

/** Puts a matcher with a history in the place of one without. */
export type UpgradeMatcher = (
  ruleset: CompiledRuleset,
  host: Host,
  old: Matcher,
  facts: readonly Fact[],
) => UpgradedMatcher;

/** Earlier facts have no history yet: they are asserted again, in order. */
export const upgradeMatcher: UpgradeMatcher = (ruleset, host, old, facts) => {
  const matcher = ruleset.createMatcher(host, true);
  const moved = new Map(facts.map((fact) => [fact, fact.operations.copy(fact)]));
  assertHeld(matcher, moved.values());
  for (const [fact, copy] of moved) {
    copy.index = fact.index;
    copy.assertedAt = fact.assertedAt;
  }
  matcher.nextIndex = old.nextIndex;
  return { matcher, moved };
};
