/** The functions that temporal conditions and aggregates call, and what each of them returns. */
import type { Aggregate } from './aggregate.ts';
import type { Expression } from './language/expression/expression.ts';

/** Facts of a template with a value in one slot and a time, in seconds, in another. */
interface TimedSlot {
  readonly template: string;
  readonly slot: string;
  readonly timestamp: string;
}

/** Meaning of a temporal function, over the facts that exist when the first rule fires. */
export type TemporalMeaning =
  /** Number of facts with these values in the slots. Arguments: the values. */
  | { readonly kind: 'count'; readonly template: string; readonly slots: readonly string[] }
  /** Number of those younger than a number of seconds. Arguments: the values, the seconds. */
  | {
      readonly kind: 'recent';
      readonly template: string;
      readonly slots: readonly string[];
      readonly timestamp: string;
    }
  /** Number of different values of `counted` in the group of facts that has the most. No arguments. */
  | {
      readonly kind: 'most-distinct';
      readonly template: string;
      readonly groups: readonly string[];
      readonly counted: string;
    }
  /** True if facts exist, one per step, at increasing times. Arguments: a value per step, the seconds. */
  | { readonly kind: 'sequence'; readonly steps: readonly TimedSlot[] }
  /** Over the facts that exist when a module gets the focus. Arguments: the parameters. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate<Expression> };

export interface TemporalFunction {
  /** Name of the function in the constructs. */
  readonly name: string;
  readonly meaning: TemporalMeaning;
}
