import type { FactInput } from '../../../runtime/read-facts.ts';
import type { Path } from '../suite/suite.ts';

/** Something that is so for all requests, as a suite claims it. */
export type Property = { readonly name: string; readonly path: Path } & (
  | {
      /** This is never decided while facts fit `when`. */
      readonly kind: 'never';
      readonly decision: string;
      /** Elements as a rule's `when` has them; null: always. */
      readonly when: readonly unknown[] | null;
    }
  | {
      /** A decision that stays when facts of these templates are added. */
      readonly kind: 'monotone';
      readonly decision: string;
      readonly added: readonly string[];
    }
  | { readonly kind: 'order-independent' }
);

/** What trying a property found. */
export type Tried =
  /** `all`: number of the requests that were tried, which are all that rules can tell apart; null: it follows from the rules. */
  | { readonly kind: 'proved'; readonly all: number | null }
  /** `all`: every request of at most one fact a template that rules can tell apart; null: they are too many, or not known. */
  | { readonly kind: 'held'; readonly all: number | null; readonly drawn: number; readonly seed: number }
  | { readonly kind: 'refuted'; readonly found: Counterexample; readonly seed: number };

/** Facts for which a property does not hold. */
export interface Counterexample {
  readonly facts: readonly FactInput[];
  /** What is decided for them. */
  readonly decision: string | null;
  readonly got: string;
  /** Of `monotone`, the fact that is added; of `order_independent`, the other order. */
  readonly then?: readonly FactInput[];
}

/** How a property that holds is told. */
export function heldText(tried: Exclude<Tried, { kind: 'refuted' }>): string {
  if (tried.kind === 'proved')
    return tried.all === null
      ? 'proved for all facts'
      : `proved for all ${count(tried.all)} that rules tell apart`;
  const { all, drawn, seed } = tried;
  const each = all === null ? '' : `all ${count(all)} of at most one fact a template and `;
  return `held for ${each}${count(drawn)} drawn, seed ${seed}`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
