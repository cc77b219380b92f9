import { ReusedMap } from '../matching/reused-map.ts';
import type { Fact } from '../values/values.ts';

const NONE: readonly never[] = [];

/**
 * The place of a fact among others in the order in which CLIPS visits them, which is that of their indexes: a modified
 * fact keeps its own. Mostly it is the last.
 */
export function placeOf(facts: readonly Fact[], { index }: Fact): number {
  let low = 0;
  let high = facts.length;
  if (high > 0 && facts[high - 1]!.index < index) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (facts[middle]!.index < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The facts of each key, in the order in which CLIPS visits them. */
export class OrderedFacts<K, F extends Fact> {
  readonly #groups = new ReusedMap<K, F[]>();

  of(key: K): readonly F[] {
    return this.#groups.get(key) ?? NONE;
  }

  enter(key: K, fact: F): void {
    const facts = this.#groups.get(key);
    if (facts === undefined) this.#groups.add(key, [fact]);
    else {
      const place = placeOf(facts, fact);
      if (place === facts.length) facts.push(fact);
      else facts.splice(place, 0, fact);
    }
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(key: K, fact: F): void {
    const facts = this.#groups.get(key)!;
    if (facts.length === 1) this.#groups.remove(key);
    else if (facts[facts.length - 1] === fact) facts.pop();
    else facts.splice(placeOf(facts, fact), 1);
  }
}
