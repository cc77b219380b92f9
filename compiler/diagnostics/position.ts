/** A position in the YAML: a file and a range of UTF-16 offsets into its text. */
export interface Span {
  /** Path of the source as it was given (relative to the ruleset's folder). */
  readonly file: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** One source file of a ruleset, in sorted path order. */
export interface Source {
  readonly path: string;
  readonly text: string;
}
