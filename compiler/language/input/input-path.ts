import type { Span } from '../../diagnostics/position.ts';

/** What a selector takes: a name of an object, or an index of a list (from its end when negative). */
export type Selector = string | number;

/** One step of a path. */
export interface Segment {
  /** `..`: at any depth. */
  readonly descendant: boolean;
  /** Null: `*`, every child. Several: each child that one of them names, once. */
  readonly selectors: readonly Selector[] | null;
}

/** A parsed path of `input:`. */
export interface InputPath {
  /** `$`: the document. `@`: an item. `#`: the index or key of an item. */
  readonly root: '$' | '@' | '#';
  /** How many levels of `each` further out the item is: the number of `^`. */
  readonly outer: number;
  readonly segments: readonly Segment[];
  /** As it is written. */
  readonly text: string;
  readonly at: Span;
}

/** Whether a segment leads to one place at most. */
export function isSingular({ descendant, selectors }: Segment): boolean {
  return !descendant && selectors?.length === 1;
}
