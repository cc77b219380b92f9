import type { CompiledRuleset, Host } from './contract.ts';
import { assertHeld } from './evaluate.ts';
import type { Matcher } from './matcher.ts';
import type { Fact } from './values.ts';

/** A matcher with a history, and its facts by those that were there. */
export interface Settled {
  readonly matcher: Matcher;
  readonly moved: ReadonlyMap<Fact, Fact>;
}

/** Puts a matcher with a history in the place of one without. */
export type Settle = (ruleset: CompiledRuleset, host: Host, old: Matcher, facts: readonly Fact[]) => Settled;

/** What was asserted so far has no history yet: it is asserted anew, in its order. */
export const settle: Settle = (ruleset, host, old, facts) => {
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
