/** Where an answer is not what was expected. */
export interface Difference {
  /** `decision`, `reason`, `fired`, `metadata.code`, … */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
}
