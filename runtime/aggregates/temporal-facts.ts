import type { FactMemory } from '../facts/fact-memory.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Undoable } from '../engine/undo-log.ts';
import type { Fact } from '../values/values.ts';

/**
 * Contributions of one template's facts to the counters of a matcher. Counters hold the facts that exist when the first rule
 * fires: facts that rules derive enter them when the run has ended.
 */
export interface Counting<M extends Matcher, F extends Fact> {
  readonly enter: (matcher: M, fact: F) => void;
  readonly leave: (matcher: M, fact: F) => void;
}

/** One fact that has entered the counters, or left them. */
class CountedFact<M extends Matcher, F extends Fact> implements Undoable {
  readonly #matcher: M;
  readonly #fact: F;
  readonly #reverse: (matcher: M, fact: F) => void;
  constructor(matcher: M, fact: F, reverse: (matcher: M, fact: F) => void) {
    this.#matcher = matcher;
    this.#fact = fact;
    this.#reverse = reverse;
  }
  undo(): void {
    this.#reverse(this.#matcher, this.#fact);
  }
}

/** A fact has been asserted. */
export function countFact<M extends Matcher, F extends Fact>(
  matcher: M,
  fact: F,
  { enter, leave }: Counting<M, F>,
): void {
  enter(matcher, fact);
  matcher.log.add(new CountedFact(matcher, fact, leave));
}

/** A fact has been retracted from outside; rules never retract counted facts. */
export function uncountFact<M extends Matcher, F extends Fact>(
  matcher: M,
  fact: F,
  { enter, leave }: Counting<M, F>,
): void {
  leave(matcher, fact);
  matcher.log.add(new CountedFact(matcher, fact, enter));
}

/** Counts the facts that came after the tick: those that rules derived in a run that has ended. */
export function countDerived<M extends Matcher, F extends Fact>(
  matcher: M,
  { items, count }: FactMemory<F>,
  counting: Counting<M, F>,
): void {
  let first = count;
  while (first > 0 && items[first - 1]!.index > matcher.tickIndex) first--;
  for (let i = first; i < count; i++) countFact(matcher, items[i]!, counting);
}
