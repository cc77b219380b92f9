import type { WrittenFact } from '../../library/suite/suite-schema.ts';

/** A fact that a ruleset refuses, and its slot (null: the fact as a whole). */
export interface Refused {
  readonly fact: WrittenFact;
  readonly slot: string | null;
}

/** One difference between a result and the expectation. */
export interface Difference {
  /** `decision`, `reason`, `fired`, `metadata.code`, … */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** Why it is so, a few lines: of a rule that was to fire, why it did not. */
  readonly why?: readonly string[];
  /** The fact that it comes from. */
  readonly refused?: Refused;
}
