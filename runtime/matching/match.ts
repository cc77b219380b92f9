import type { Fact } from '../values/values.ts';

/**
 * A partial match of two or more patterns: the match of the patterns before, and the fact of the last one. The match
 * of a single pattern is the fact itself. Immutable; shared by all joins that continue it.
 */
export class Match<L = unknown, F extends Fact = Fact> {
  readonly left: L;
  readonly fact: F;
  constructor(left: L, fact: F) {
    this.left = left;
    this.fact = fact;
  }
}

/** True if a match holds a retracted fact. */
export function holdsGoneFact(match: unknown): boolean {
  let rest = match;
  while (rest instanceof Match) {
    if (rest.fact.gone) return true;
    rest = rest.left;
  }
  return (rest as Fact).gone;
}
