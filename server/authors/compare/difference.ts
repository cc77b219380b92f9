/** Where an answer is not what was expected. */
export interface Difference {
  /** `decision`, `reason`, `fired`, `metadata.code`, … */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** Why it is so, a few lines: of a rule that was to fire, why it did not. */
  readonly why?: readonly string[];
}
