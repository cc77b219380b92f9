import { isShellStep, type ShellStep } from '../../../runtime/values/shell-step.ts';
import type { Span } from '../../diagnostics/position.ts';

/** Key of a selector: a member name, or an index of a list (from its end if negative). */
export type Selector = string | number;

/** One step of a path. */
export interface Segment {
  /** `..`: at any depth. */
  readonly descendant: boolean;
  /** `null` for `*`, every child. Several: each child that one of them names, once. `leaves`: every value without children. A step to the commands of a command line is alone. */
  readonly selectors: readonly Selector[] | null | 'leaves' | ShellStep;
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
  if (descendant || selectors === null || selectors === 'leaves') return false;
  return isShellStep(selectors) || selectors.length === 1;
}

/** The only selector of a segment that leads to one place at most; undefined for any other segment. */
export function onlySelector(segment: Segment): Selector | ShellStep | undefined {
  const { selectors } = segment;
  if (!isSingular(segment) || selectors === null || selectors === 'leaves') return undefined;
  return isShellStep(selectors) ? selectors : selectors[0];
}
