/** Result of an evaluation, as far as every system has it. */
export interface Answer {
  readonly decision: string | null;
  readonly reason: string | null;
  /** Rules that fired, as `module::rule`; systems without a trace leave it out. */
  readonly ruleTrace?: readonly string[];
}

/** A loaded system. Evaluates one of the case's requests and leaves everything as it was. */
export type Evaluate = (request: number) => Answer | Promise<Answer>;
