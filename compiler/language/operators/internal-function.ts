import type { FunctionDefinition } from '../expression/expression.ts';
import type { IntrinsicFunction } from '../../ruleset.ts';
import type { TemporalMeaning } from '../../temporal-meaning.ts';

/**
 * A deffunction that the compiler writes for its operators. Two requests with the same key are the same function.
 * Written in CLIPS' own functions only, so that both targets can run the same text.
 */
export interface InternalFunction {
  readonly key: string;
  /** The name it gets when no function of the ruleset has it. */
  readonly wanted: string;
  /** `nameOf` gives the name of another internal function and makes it part of the ruleset, before this one. */
  readonly define: (name: string, nameOf: (callee: InternalFunction) => string) => FunctionDefinition;
  /**
   * Set if the function exists in the constructs only. The matcher computes it from a counter; null if it is a
   * part of such functions.
   */
  readonly temporal?: TemporalMeaning | null;
  /** The matcher calls this of the runtime, which says the same of texts; left out: it runs the text. */
  readonly intrinsic?: IntrinsicFunction;
}
