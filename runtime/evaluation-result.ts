import type { RuleRecord } from './contract.ts';
import { reasonOf } from './evaluate.ts';
import type { Matcher, Outcome } from './matcher.ts';
import { stopwatch } from './stopwatch.ts';

/** What an evaluation answers. */
export interface EvaluationResult {
  /** The winning action, else the engine's default decision. */
  decision: string | null;
  reason: string | null;
  /** Every firing in order as `module::rule`. */
  ruleTrace: string[];
  /** Modules in the order in which they first fired. */
  moduleTrace: string[];
  /** Whole microseconds. */
  durationUs: number;
  /** Metadata of the rule that decided; empty for the default decision. */
  metadata: Readonly<Record<string, string>>;
  attestationToken: string | null;
}

export const DEFAULT_REASON = 'default decision (no rules fired)';
const NO_METADATA: Readonly<Record<string, string>> = Object.freeze({});
const MICROSECONDS = 1000;

/** The modules of the rules that fired: what fired of one stands together, because none is entered twice. */
function moduleTrace({ trace, count, modules }: Outcome): string[] {
  const names = new Array<string>(modules);
  let last = '';
  for (let i = 0, n = 0; i < count; i++) {
    const { module } = trace[i]!;
    if (module !== last) names[n++] = last = module;
  }
  return names;
}

/**
 * Writes down the outcome of the evaluation that just ran.
 *
 * @param started reading of the stopwatch when the evaluation began
 */
export function writeResult(
  matcher: Matcher,
  defaultDecision: string | null,
  started: number,
): EvaluationResult {
  const { trace, count, winner, match } = matcher.outcome;
  // This array and the next are of the right length from the start: pushing would copy them as they grow.
  const ruleTrace = new Array<string>(count);
  for (let i = 0; i < count; i++) ruleTrace[i] = trace[i]!.name;
  return {
    decision: winner === null ? defaultDecision : winner.action,
    reason: winner === null ? DEFAULT_REASON : reasonOf(winner, match),
    ruleTrace,
    moduleTrace: moduleTrace(matcher.outcome),
    durationUs: Math.round((stopwatch() - started) * MICROSECONDS),
    metadata: winner === null ? NO_METADATA : winner.metadata,
    attestationToken: null,
  };
}

/** The rules that fired in the evaluation that just ran, in order. */
export function firings(matcher: Matcher): RuleRecord[] {
  return matcher.outcome.trace.slice(0, matcher.outcome.count);
}
