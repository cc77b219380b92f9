/** Constants, relations and decision tables of a ruleset, as they are written. */
import type { InfixCondition } from './infix-condition.ts';
import type { Span } from './diagnostics/position.ts';
import type {
  ArgumentSyntax,
  Located,
  OperatorSyntax,
  ScalarValue,
  SourceText,
  ThenSyntax,
  WhenSyntax,
} from './syntax.ts';

/** One element of `constants:`, or the value that a load gives it. */
export interface ConstantSyntax {
  readonly name: Located<string>;
  readonly value: ConstantValueSyntax;
}

export type ConstantValueSyntax =
  | { readonly kind: 'single'; readonly value: ScalarValue; readonly at: Span }
  | { readonly kind: 'list'; readonly items: readonly Located<ScalarValue>[]; readonly at: Span }
  | { readonly kind: 'map'; readonly entries: readonly ConstantEntrySyntax[]; readonly at: Span };

export interface ConstantEntrySyntax {
  readonly key: Located<string>;
  readonly value: Located<ScalarValue>;
}

/** A constant table that patterns match. */
export interface RelationSyntax {
  readonly name: Located<string>;
  readonly columns: readonly RelationColumnSyntax[];
  readonly rows: readonly RelationRowSyntax[];
  /** Position in the source that holds the rows. */
  readonly file: string;
  readonly at: Span;
}

export interface RelationColumnSyntax {
  readonly name: Located<string>;
  readonly type: Located<string>;
  readonly sensitive: boolean;
  readonly at: Span;
}

/** As many cells as columns, in their order. */
export type RelationRowSyntax = readonly RelationCellSyntax[];

/** A value and its offset: a span for each would be most of the memory of a large relation. */
export interface RelationCellSyntax {
  /** In a CSV file every cell is text. */
  readonly value: ScalarValue | string;
  readonly start: number;
  readonly end: number;
}

/** A decision table: each row is a rule with the same left side, and a test of its own behind it. */
export interface TableSyntax {
  readonly name: Located<string>;
  readonly module: Located<string> | null;
  readonly when: readonly WhenSyntax[];
  readonly hit: Located<string> | null;
  /** References and variables, as arguments are written. */
  readonly inputs: readonly Extract<ArgumentSyntax, { kind: 'reference' | 'variable' }>[];
  /** The inputs as people see them; unset to write the reference itself. */
  readonly columns?: readonly string[];
  readonly rows: readonly TableRowSyntax[];
  readonly default: TableOutputSyntax | null;
  /** Its conditions as written in the short form; unset for a long left half. */
  readonly infix?: readonly InfixCondition[];
  readonly at: Span;
}

export interface TableRowSyntax extends TableOutputSyntax {
  /** Test of the value for each column of `inputs`; unset if any value passes. */
  readonly cells: readonly TableCellSyntax[];
}

export interface TableCellSyntax {
  readonly tests: readonly OperatorSyntax[];
  readonly at: Span;
}

/** Consequences of a matching row. */
export interface TableOutputSyntax {
  /** Behind the table's name. */
  readonly name: Located<string>;
  readonly salience: Located<number> | null;
  readonly then: ThenSyntax;
  /** Equal texts: rows say the same. */
  readonly key: string;
  readonly at: Span;
}

/** Function that an aggregate applies to its facts. */
export const FOLDS = ['count', 'sum', 'min', 'max', 'distinct', 'collect'] as const;
export type Fold = (typeof FOLDS)[number];

/** The value that an aggregate takes: a variable, a slot, or a value that is computed from them. */
type AggregateOfSyntax =
  | Extract<ArgumentSyntax, { kind: 'reference' | 'variable' }>
  | { readonly kind: 'computed'; readonly source: SourceText; readonly at: Span };

/** `count: […]`, or `sum: { of, from }` and its like. */
export interface AggregateSyntax {
  readonly kind: 'aggregate';
  readonly fold: Fold;
  /** Only patterns pass the check. */
  readonly elements: readonly WhenSyntax[];
  /** Null for a count. */
  readonly of: AggregateOfSyntax | null;
  /** Without the `?` or `$?`. */
  readonly as: Located<string> | null;
  /** It is written `$?`. */
  readonly asList: boolean;
  readonly expression: OperatorSyntax | null;
  readonly at: Span;
}
