import type { FactMemory } from './fact-memory.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Fact } from '../values/values.ts';

/**
 * Replaces a fact as `modify` of CLIPS 6.4 does: nothing when no slot changes; else the old fact is retracted and the
 * new one asserted under the same index, unless it equals a third one. Returns the fact that a later effect of the
 * same right side means by this address.
 */
export function modifyFact<M extends Matcher, F extends Fact>(
  matcher: M,
  memory: FactMemory<F>,
  old: F,
  next: F,
  match: (matcher: M, fact: F) => void,
): F {
  if (old.gone || memory.isSame(old, next)) return old;
  matcher.retractFact(old);
  if (memory.equal(next) !== null) return old;
  next.index = old.index;
  matcher.factCount++;
  memory.add(next, matcher.log);
  match(matcher, next);
  return next;
}
