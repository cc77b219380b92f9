/** The parts of a ruleset that name facts for callers: what a document holds, and what can be searched. */
import type { Span } from './diagnostics/position.ts';
import type { Located, SourceText } from './syntax.ts';

/** One element of `input:`: the facts of one template that a document holds. Paths are not parsed yet. */
export interface InputSyntax {
  readonly template: Located<string>;
  /** Empty: one fact a document. Else each path is below the one before. */
  readonly each: readonly SourceText[];
  readonly slots: readonly InputSlotSyntax[];
  /** Paths that must lead to something, or the document is refused. */
  readonly required: readonly SourceText[];
  /** Kinds of what paths lead to, if to anything: `object`, `list` or `map`. */
  readonly shapes: readonly { readonly path: SourceText; readonly kind: Located<string> }[];
  readonly at: Span;
}

export interface InputSlotSyntax {
  readonly slot: Located<string>;
  readonly path: SourceText;
  /** `text`: any value as text; `kind`: text, number or boolean. `null` for the value itself. */
  readonly as: Located<string> | null;
  /** `skip`: a value of another type gives no fact. `null`: it refuses the document. */
  readonly mismatch: Located<string> | null;
}

/** `authzen:`, what can be searched. */
export interface AuthzenSyntax {
  readonly subjects: readonly SearchSyntax[];
  readonly resources: readonly SearchSyntax[];
  readonly actions: readonly SearchSyntax[];
}

export interface SearchSyntax {
  /** `null` for an action. */
  readonly type: Located<string> | null;
  /** Name of a template, or of a relation. */
  readonly template: Located<string>;
  readonly relation?: true;
  readonly slot: Located<string>;
}
