/** Result of both sides for a case, in one comparable form. */

/** After one run. */
export interface PhaseAnswer {
  readonly decision: string;
  readonly reason: string;
  readonly metadata: readonly (readonly [string, string])[];
  /** Obligations, each as obligationText writes it; unset if there are none. */
  readonly obligations?: readonly string[];
  /** `module::rule` of every firing, in order. */
  readonly ruleTrace: readonly string[];
  readonly moduleTrace: readonly string[];
  /** Facts in working memory in the order of their list, as CLIPS would write them. */
  readonly facts: readonly string[];
}

/** An obligation in one comparable form: values as text. */
export function obligationText(
  type: string,
  properties: readonly (readonly [string, string | readonly string[]])[],
): string {
  return JSON.stringify([type, properties]);
}

export type Answer =
  | { readonly kind: 'answered'; readonly phases: readonly PhaseAnswer[] }
  /** An error was raised while facts came in or rules ran; `problem` is for people and not compared. */
  | { readonly kind: 'failed'; readonly problem: string }
  /** The firing limit was reached. */
  | { readonly kind: 'limited' }
  /** Ferrule threw what it never throws on purpose: differs from every answer of CLIPS. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** No answer: the constructs do not load, the process crashed, the text does not compile, a fact does not fit its template. Nothing is compared. */
  | {
      readonly kind: 'none';
      readonly cause: 'rejected' | 'crashed' | 'not compiled' | 'facts refused' | 'too large' | 'overflow';
      readonly problem: string;
    };

/** Matches that the facts of a phase, and each of its runs, may make in ferrule; past it a program is too large to judge. */
export const MATCH_LIMIT = 100_000;

/** Firings that a run may have; one more stops it, on both sides. */
export const FIRING_LIMIT = 300;
