import type { Span } from './diagnostics/position.ts';

/** A comparison, quantifier or presence test of a short rule. */
export interface InfixCondition {
  readonly at: Span;
  /** The rule wants it not to hold: it is below an odd number of `not`. */
  readonly isNegated: boolean;
  /** The use of the definition that the condition is in; left out for those that the rule itself writes. */
  readonly use?: Span;
}
