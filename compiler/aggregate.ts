/** Aggregates as the check hands them on: what is counted, for which values of the patterns around. */
import type { Fold } from './tables-syntax.ts';
import type { Expression } from './language/expression/expression.ts';
import type { TypedExpression } from './language/expression/typed-expression.ts';
import type { SlotType } from './values.ts';

/** The facts of one aggregate. Its variables have canonical names, so two aggregates with equal conditions are equal. */
export interface Aggregate<E extends Expression = TypedExpression> {
  readonly fold: Fold;
  /** Variables of the patterns around, which are the arguments of the function. */
  readonly parameters: readonly AggregateParameter[];
  /** Counts every combination of facts, one per pattern, that passes all tests; the last pattern's facts vary fastest. */
  readonly patterns: readonly AggregatePattern<E>[];
  /** Value taken from each combination; null to count it. */
  readonly of: AggregateValue<E> | null;
}

export interface AggregateParameter {
  readonly name: string;
  readonly type: SlotType;
  readonly list: boolean;
}

/** A slot of the fact of one pattern, or what is computed of their variables. */
export type AggregateValue<E extends Expression = TypedExpression> = AggregateSlot | AggregateComputed<E>;

interface AggregateSlot {
  readonly kind: 'slot';
  readonly pattern: number;
  readonly slot: string;
  readonly type: SlotType;
}

interface AggregateComputed<E extends Expression> {
  readonly kind: 'computed';
  readonly expression: E;
  readonly type: SlotType;
}

export interface AggregatePattern<E extends Expression = TypedExpression> {
  readonly template: string;
  readonly variables: readonly { readonly name: string; readonly slot: string }[];
  /** Slots of one value that equal a parameter, or a variable of an earlier pattern. */
  readonly keys: readonly { readonly slot: string; readonly type: SlotType; readonly variable: string }[];
  /** Further tests of its variables, those of earlier patterns and the parameters. */
  readonly tests: readonly E[];
}
