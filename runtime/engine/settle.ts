import type { CompiledRuleset, Host } from '../contract.ts';
import { assertHeld } from './evaluate.ts';
import type { Matcher } from './matcher.ts';
import type { Fact } from '../values/values.ts';

/** A matcher with a history, and its facts by the earlier ones. */
export interface Settled {
  readonly matcher: Matcher;
  readonly moved: ReadonlyMap<Fact, Fact>;
}

/** Puts a matcher with a history in the place of one without. */
export type Settle = (ruleset: CompiledRuleset, host: Host, old: Matcher, facts: readonly Fact[]) => Settled;

/** Earlier facts have no history yet: they are asserted again, in order. */
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
