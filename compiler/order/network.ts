/**
 * CLIPS' pattern and join network of a ruleset, built at compile time with every list in CLIPS'
 * order (clips-order.md). It decides the order of firings; the matcher only follows it.
 */
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { Rule } from '../ruleset.ts';
import type { Literal } from '../values.ts';

/** Where a variable's value is found in a match. */
export interface Reference {
  /** In the match of the patterns before (`left`), or in the new right match. */
  readonly side: 'left' | 'right';
  /** Position in the chain of facts of that match, 0-based; 0 for the fact of a right pattern match. */
  readonly position: number;
  readonly template: string;
  /** Slot name; null for the fact itself. */
  readonly slot: string | null;
}

/** An expression with its variables resolved; the expression itself keeps the names. */
export interface BoundExpression {
  readonly expression: TypedExpression;
  readonly variables: ReadonlyMap<string, Reference>;
}

/** A test of one fact by its own slots. */
export type AlphaTest =
  | { readonly kind: 'constant'; readonly slot: string; readonly value: Literal; readonly equal: boolean }
  | { readonly kind: 'compare'; readonly slot: string; readonly other: string; readonly equal: boolean }
  | { readonly kind: 'expression'; readonly bound: BoundExpression };

/**
 * A node of a template's pattern network. `any`: the only level of a pattern without tests. `test`: all tests of one
 * slot. `select` and below it `constant`: a positive literal (clips-order.md, 2.4). `each`: the positions of a list, the
 * last one first; all that is below it is of a fact with one of its positions (see list-items.ts).
 */
export interface AlphaNode {
  readonly id: number;
  /** For facts that reach the node. */
  readonly template: string;
  readonly step:
    | { readonly kind: 'root' }
    | { readonly kind: 'any' }
    | { readonly kind: 'test'; readonly tests: readonly AlphaTest[] }
    | { readonly kind: 'select'; readonly slot: string }
    | { readonly kind: 'constant'; readonly value: Literal }
    | { readonly kind: 'each'; readonly slot: string };
  /** Newest first: the order in which they are visited. */
  readonly children: readonly AlphaNode[];
  /** Some pattern ends here, so the node has an alpha memory. */
  readonly stop: boolean;
  /** Joins whose right side this node is, newest first. */
  readonly entries: readonly Join[];
  /** Slots by which every join entered from here finds its partners; empty: none. */
  readonly hash: readonly string[];
  /** The pattern that made the node, for names and comments. */
  readonly rule: Rule;
}

export type JoinTest =
  /** `slot` of the right fact against another slot, found in the left match or in the right fact itself. */
  | { readonly kind: 'compare'; readonly slot: string; readonly with: Reference; readonly equal: boolean }
  /** The left and the right match of a group agree on one slot of an outer pattern. */
  | { readonly kind: 'agree'; readonly position: number; readonly slot: string; readonly template: string }
  | { readonly kind: 'expression'; readonly bound: BoundExpression };

export interface HashPair {
  /** Slot of the right fact; for a group the slot at `left.position` of the right match. */
  readonly slot: string;
  readonly left: Reference;
}

export type RightInput =
  | { readonly kind: 'alpha'; readonly node: AlphaNode }
  | { readonly kind: 'group'; readonly join: Join }
  | { readonly kind: 'none' };

/** One join; the terminal join of a rule has no right input and only places the activation. */
export interface Join {
  readonly id: number;
  readonly right: RightInput;
  /** No join before it. */
  readonly first: boolean;
  readonly negated: boolean;
  readonly exists: boolean;
  /** Tested in order; hashed equalities included. */
  readonly tests: readonly JoinTest[];
  /** Tests after a negated or existential pattern, or after a group. */
  readonly secondary: readonly JoinTest[];
  readonly hash: readonly HashPair[];
  /** In the order in which they are driven. */
  readonly children: readonly { readonly join: Join; readonly side: 'left' | 'right' }[];
  readonly previous: Join | null;
  /** Templates of the facts of a match that leaves this join, by position; null where a position binds none. */
  readonly shape: readonly (string | null)[];
  /** Terminal joins: the rule, with the place of each variable its right side may use. */
  readonly terminal: {
    readonly rule: Rule;
    /** Position of the disjunct among those of the rule, 0-based. */
    readonly disjunct: number;
    readonly variables: ReadonlyMap<string, Reference>;
  } | null;
  /** The rule that made the join, and the number of its condition element, for names and comments. */
  readonly rule: Rule;
  readonly element: number;
}

export interface Network {
  /** Root of each template that some rule mentions. */
  readonly roots: ReadonlyMap<string, AlphaNode>;
  /** In order of creation. */
  readonly joins: readonly Join[];
  /** Joins without a right input in first place, in the order in which (reset) drives them. */
  readonly rightPrimes: readonly Join[];
  /** First joins with a negation or a group, in the same way, after the right primes. */
  readonly leftPrimes: readonly Join[];
}
