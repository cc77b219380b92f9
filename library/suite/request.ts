import type { FactInput } from '../../runtime/facts/read-facts.ts';

/** Facts, and a document when there is one, with the clock that they are evaluated at. */
export interface Request {
  readonly facts: readonly FactInput[];
  /** `null` for no document. */
  readonly input: unknown;
  /** Milliseconds. */
  readonly now: number;
}
