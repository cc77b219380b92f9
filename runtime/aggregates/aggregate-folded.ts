import { placeOf } from './aggregate-ordered.ts';
import { ReusedMap } from '../matching/reused-map.ts';
import type { Fact } from '../values/values.ts';
import { ANSWERS_KEPT } from '../engine/thresholds.ts';

/** The fold over the first facts of a group. */
interface Folded<V> {
  readonly facts: number;
  readonly value: V;
}

interface Group<F, V> {
  readonly facts: F[];
  /** Results for ever longer prefixes of the facts: the last ones are dropped when their facts leave. */
  folded: Folded<V>[];
}

/**
 * Folds over the facts of each key in the order in which CLIPS visits them. New facts extend the
 * fold over earlier ones; when a counted one leaves, the fold restarts from there.
 */
export class FoldedFacts<K, F extends Fact, V> {
  readonly #groups = new ReusedMap<K, Group<F, V>>();
  readonly #start: V;
  readonly #step: (value: V, fact: F, isFirst: boolean) => V;

  /** @param start the value of no facts */
  constructor(start: V, step: (value: V, fact: F, isFirst: boolean) => V) {
    this.#start = start;
    this.#step = step;
  }

  value(key: K): V {
    const group = this.#groups.get(key);
    if (group === undefined) return this.#start;
    const { facts, folded } = group;
    const last = folded[folded.length - 1];
    let done = last?.facts ?? 0;
    let value = last?.value ?? this.#start;
    if (done === facts.length) return value;
    for (; done < facts.length; done++) value = this.#step(value, facts[done]!, done === 0);
    folded.push({ facts: done, value });
    // The oldest stays, as most facts came before it.
    if (folded.length > ANSWERS_KEPT) folded.splice(1, 1);
    return value;
  }

  enter(key: K, fact: F): void {
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.add(key, { facts: [fact], folded: [] });
    else {
      const place = placeOf(group.facts, fact);
      group.facts.splice(place, 0, fact);
      forget(group, place);
    }
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(key: K, fact: F): void {
    const group = this.#groups.get(key)!;
    const place = placeOf(group.facts, fact);
    if (group.facts.length === 1) this.#groups.remove(key);
    else {
      group.facts.splice(place, 1);
      forget(group, place);
    }
  }
}

/** Drops what is known of more than the facts before this place. */
function forget<F, V>({ folded }: Group<F, V>, place: number): void {
  while (folded.length > 0 && folded[folded.length - 1]!.facts > place) folded.pop();
}
