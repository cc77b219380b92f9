/** A position in the YAML: a file and a range of UTF-16 offsets into its text. */
export interface Span {
  /** Path of the source as it was given (relative to the ruleset's folder). */
  readonly file: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Where a rule uses the definition that the place is in; left out for all other places. */
  readonly use?: DefinitionUse;
}

/** A use of a definition by a rule. */
export interface DefinitionUse {
  readonly at: Span;
  /** `file:line:column`, for messages. */
  readonly shown: string;
}

/** One source file of a ruleset, in sorted path order. */
export interface Source {
  readonly path: string;
  readonly text: string;
}
