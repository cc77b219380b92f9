import type { CodePoints } from './code-points.ts';

/** Conditions on a position that consume nothing. `line-…` only under `(?m)`; word characters are ASCII, as in RE2. */
export type AssertionKind =
  'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary';

/**
 * A pattern, parsed. Flags are already applied (case folding is in the sets), groups are dissolved, and greedy and
 * lazy repetitions are the same, since only the existence of a match matters.
 */
export type RegexNode =
  | { readonly kind: 'empty' }
  /** One character out of a set; a literal character is a set of one. The empty set matches nothing. */
  | { readonly kind: 'set'; readonly points: CodePoints }
  | { readonly kind: 'assertion'; readonly assertion: AssertionKind }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'alternation'; readonly branches: readonly RegexNode[] }
  | RepeatNode;

export interface RepeatNode {
  readonly kind: 'repeat';
  readonly part: RegexNode;
  readonly min: number;
  /** null: any number of times. */
  readonly max: number | null;
  /** Offset of the operator in the pattern. */
  readonly offset: number;
}

export const EMPTY: RegexNode = { kind: 'empty' };
