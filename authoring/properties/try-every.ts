import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { decidingRules } from '../enumerate/deciding-rules.ts';
import { enumerateRequests, MOST_REQUESTS, type Enumeration } from '../enumerate/enumerate-requests.ts';
import { factsNeeded, type FactCounts } from '../enumerate/facts-needed.ts';
import type { Counterexample } from './property.ts';
import type { Property } from '../../library/suite/property.ts';
import type { PropertyRuleset } from './property-ruleset.ts';

/** A request with the additional input of a property. */
export interface Drawn {
  readonly facts: readonly FactInput[];
  readonly more: readonly FactInput[];
}

export type Judged =
  | { readonly kind: 'held' }
  /** The facts are refused, or their evaluation fails. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'refuted'; readonly found: Counterexample };

interface TriedEvery {
  /** Requests that were tried. */
  readonly count: number;
  /** One for which it does not hold; null: it holds for all of them. */
  readonly found: Drawn | null;
  /** Properties that hold for these hold for all facts. */
  readonly isProof: boolean;
}

/** Tries every distinguishable request. `null` if they are unknown, too many, or time ran out. */
export function tryEvery(
  ruleset: PropertyRuleset,
  property: Property,
  judge: (drawn: Drawn) => Judged,
  { now, budgetMs }: { readonly now: number; readonly budgetMs: number },
): TriedEvery | null {
  const until = performance.now() + budgetMs;
  const every = enumerateRequests(ruleset.drawable, neededFor(ruleset, property), now);
  const all = every === null ? null : withMore(every, property);
  if (every === null || all === null) return null;
  let count = 0;
  // A document is not any set of facts.
  let isProof = every.isComplete && ruleset.explainable.document.size === 0;
  for (const drawn of all()) {
    if (performance.now() > until) return null;
    count++;
    const one = judge(drawn);
    if (one.kind === 'refuted') return { count, found: drawn, isProof: false };
    // One value represents a class: its refusal says nothing about the others.
    if (one.kind === 'refused') isProof = false;
  }
  return { count, found: null, isProof };
}

/** `null` if the number of relevant facts is unknown. */
function neededFor(
  { explainable: { checked }, rule }: PropertyRuleset,
  property: Property,
): FactCounts | null {
  const deciding = decidingRules(checked);
  if (deciding === null || property.kind === 'order-independent') return null;
  const meant = deciding.filter(({ then }) => then.action === property.decision);
  return property.kind === 'never'
    ? factsNeeded([meant, rule === null ? [] : [rule]], deciding)
    : factsNeeded([meant, deciding], deciding, property.added);
}

/** The requests of a property with their additional input. `null` if there are too many, or they are unknown. */
function withMore(every: Enumeration, property: Property): (() => Generator<Drawn>) | null {
  if (property.kind === 'never')
    return function* (): Generator<Drawn> {
      for (const facts of every.requests()) yield { facts, more: [] };
    };
  if (property.kind === 'order-independent' || !every.isComplete) return null;
  const added: FactInput[] = [];
  for (const template of property.added) {
    const facts = every.factsOf(template);
    if (facts === null) return null;
    added.push(...facts);
  }
  if (every.count * added.length > MOST_REQUESTS) return null;
  return function* (): Generator<Drawn> {
    for (const facts of every.requests()) for (const fact of added) yield { facts, more: [fact] };
  };
}
