import type { FactInput } from '../../runtime/facts/read-facts.ts';

/** Result of trying a property. */
export type Tried =
  /** `all`: number of tried requests, if they are all distinguishable ones; null if it follows from the rules. */
  | { readonly kind: 'proved'; readonly all: number | null }
  /** `all`: every distinguishable request of at most one fact per template; null if they are too many, or unknown. */
  | {
      readonly kind: 'not refuted';
      readonly all: number | null;
      /** Requests that were tried in all. */
      readonly requests: number;
      readonly seed: number;
    }
  | { readonly kind: 'refuted'; readonly found: Counterexample; readonly seed: number };

/** Result of trying a property, in the form of reports. */
export interface PropertyVerdict {
  readonly verdict: Tried['kind'];
  /** Requests that were tried; null: it was proved without any, or refuted. */
  readonly requests: number | null;
}

/** Facts for which a property does not hold. */
export interface Counterexample {
  readonly facts: readonly FactInput[];
  /** Its document; unset if it has none. */
  readonly input?: unknown;
  /** The decision for them. */
  readonly decision: string | null;
  readonly got: string;
  /** For `monotone`, the added fact; for `order_independent`, the other order. */
  readonly then?: readonly FactInput[];
}

/** Describes a property that no request refuted. */
export function passedText(tried: Exclude<Tried, { kind: 'refuted' }>): string {
  if (tried.kind === 'proved')
    return tried.all === null
      ? 'proved for all facts'
      : `proved for all ${count(tried.all)} that rules distinguish`;
  const { all, requests, seed } = tried;
  const each = all === null ? '' : `, all ${count(all)} with at most one fact per template`;
  return `not refuted in ${count(requests)} requests${each}, seed ${seed}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
