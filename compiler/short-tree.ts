/**
 * Trees of the short form's infix expressions. Names are unresolved, and every part has the span of its tokens.
 * INVARIANT: at most `MOST_NESTED` levels deep (parser.ts).
 */
import type { Span } from './diagnostics/position.ts';
import type { Located } from './syntax.ts';

export type ShortExpression =
  | LiteralTree
  | ListTree
  | PathTree
  | CallTree
  | MethodTree
  | QuantifierTree
  | ComparisonTree
  | MembershipTree
  | ArithmeticTree
  | CoalesceTree
  | { readonly kind: 'negative'; readonly operand: ShortExpression; readonly at: Span }
  | { readonly kind: 'not'; readonly operand: ShortExpression; readonly at: Span }
  /** Two operands or more. `at` spans all of them; `joins` are the words between them. */
  | {
      readonly kind: 'and' | 'or';
      readonly operands: readonly ShortExpression[];
      readonly joins: readonly Span[];
      readonly at: Span;
    };

export interface LiteralTree {
  readonly kind: 'literal';
  readonly value: ShortLiteral;
  readonly at: Span;
}

export type ShortLiteral =
  /** Its escapes are resolved. `isRaw`: it was written between backticks. */
  | { readonly kind: 'text'; readonly value: string; readonly isRaw: boolean }
  /** As written, with its sign; `isInteger` if it has neither a fraction nor an exponent. */
  | { readonly kind: 'number'; readonly text: string; readonly isInteger: boolean }
  /** As written, `5m`. */
  | { readonly kind: 'duration'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean };

export interface ListTree {
  readonly kind: 'list';
  readonly items: readonly ShortExpression[];
  readonly at: Span;
}

/** `root.member["key"][0]?` */
export interface PathTree {
  readonly kind: 'path';
  readonly root: Located<string>;
  readonly steps: readonly PathStep[];
  /** The span of its `?`, or `null` if it has none. */
  readonly optional: Span | null;
  readonly at: Span;
}

export type PathStep =
  | { readonly kind: 'member'; readonly name: string; readonly at: Span }
  /** `at` includes the brackets. */
  | { readonly kind: 'index'; readonly index: ShortExpression; readonly at: Span }
  /** `shell(path)`: from the command line to its commands. */
  | { readonly kind: 'shell'; readonly at: Span }
  /** `["a", "b"]`: several lists of one object. */
  | { readonly kind: 'union'; readonly names: readonly ShortExpression[]; readonly at: Span };

/** `name(arguments)`: a function, `size(…)`, `has(…)`, `key(…)` or `if(…)`. */
export interface CallTree {
  readonly kind: 'call';
  readonly name: Located<string>;
  readonly args: readonly ShortExpression[];
  readonly at: Span;
}

/** `subject.operator(arguments)` */
export interface MethodTree {
  readonly kind: 'method';
  readonly subject: PathTree | CallTree;
  readonly operator: Located<string>;
  readonly args: readonly ShortExpression[];
  /** The text between the parentheses. */
  readonly raw: Located<string>;
  readonly at: Span;
}

export const QUANTIFIERS = ['exists', 'forall', 'count', 'sum', 'min', 'max', 'distinct', 'collect'] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** `exists(name in source, arguments)`; without `name in`, the name is the source's. */
export interface QuantifierTree {
  readonly kind: 'quantifier';
  readonly quantifier: Located<Quantifier>;
  readonly name: Located<string>;
  readonly source: PathTree;
  readonly args: readonly ShortExpression[];
  readonly at: Span;
}

export const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

interface ComparisonTree {
  readonly kind: 'comparison';
  readonly sign: Located<Comparison>;
  readonly left: ShortExpression;
  readonly right: ShortExpression;
  readonly at: Span;
}

/** `left in right`, `left not in right` */
interface MembershipTree {
  readonly kind: 'in';
  readonly isNegated: boolean;
  /** The span of `in` or `not in`. */
  readonly operatorAt: Span;
  readonly left: ShortExpression;
  readonly right: ShortExpression;
  readonly at: Span;
}

export interface ArithmeticTree {
  readonly kind: 'arithmetic';
  readonly sign: Located<'+' | '-' | '*' | '/' | '%'>;
  readonly left: ShortExpression;
  readonly right: ShortExpression;
  readonly at: Span;
}

/** `path ?? literal` */
export interface CoalesceTree {
  readonly kind: 'coalesce';
  readonly path: PathTree;
  readonly literal: LiteralTree;
  readonly operatorAt: Span;
  readonly at: Span;
}

/** `name(slot = value, …)`; no values if written without parentheses. */
export interface ConstructorTree {
  readonly name: Located<string>;
  readonly values: readonly { readonly slot: Located<string>; readonly value: ShortExpression }[];
  readonly at: Span;
}
