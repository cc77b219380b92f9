/** `input:` of a checked ruleset. */
import type { Span } from './diagnostics/position.ts';
import type { InputPath } from './language/input/input-path.ts';

/** Facts of one template that a document holds. */
export interface InputFacts {
  readonly template: string;
  /** Empty: one fact a document. Else each path begins at the item of the one before. */
  readonly each: readonly InputPath[];
  readonly slots: readonly InputSlot[];
  /** Paths that must lead to something. */
  readonly required: readonly InputPath[];
  /** Kinds of what paths lead to, if to anything. */
  readonly shapes: readonly InputShape[];
  readonly at: Span;
}

interface InputShape {
  readonly path: InputPath;
  readonly kind: 'object' | 'list' | 'map';
}

export interface InputSlot {
  readonly slot: string;
  readonly path: InputPath;
  /** `text`: any value as text; `kind`: text, number or boolean. */
  readonly as: 'value' | 'text' | 'kind';
  /** A value of another type gives no fact; otherwise it refuses the document. */
  readonly skips: boolean;
}
