import type { Span } from '../../diagnostics/position.ts';

/** Key of a selector: a member name, or an index of a list (from its end if negative). */
export type Selector = string | number;

/** One step of a path. */
export interface Segment {
  /** `..`: at any depth. */
  readonly descendant: boolean;
  /** `null` for `*`, every child. Several: each child that one of them names, once. `leaves`: every value without children. */
  readonly selectors: readonly Selector[] | null | 'leaves';
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

/** True if a segment leads to one place at most. */
export function isSingular({ descendant, selectors }: Segment): boolean {
  return !descendant && selectors !== 'leaves' && selectors?.length === 1;
}

/** The only selector of a segment that leads to one place at most; undefined for any other segment. */
export function onlySelector(segment: Segment): Selector | undefined {
  return isSingular(segment) ? (segment.selectors as readonly Selector[])[0] : undefined;
}
