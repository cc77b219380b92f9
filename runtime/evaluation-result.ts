import type { RuleRecord } from './contract.ts';
import { reasonOf } from './evaluate.ts';
import type { Matcher } from './matcher.ts';
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

/** The modules of the first `count` rules, in the order in which they first fired. */
function moduleTrace(trace: readonly RuleRecord[], count: number): string[] {
  if (count === 0) return [];
  let last = trace[0]!.module;
  const modules = [last];
  for (let i = 1; i < count; i++) {
    const { module } = trace[i]!;
    if (module === last) continue;
    last = module;
    if (!modules.includes(module)) modules.push(module);
  }
  return modules;
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
  // Of the right length from the start: pushing made them grow, with a copy each time.
  const ruleTrace = new Array<string>(count);
  for (let i = 0; i < count; i++) ruleTrace[i] = trace[i]!.name;
  return {
    decision: winner === null ? defaultDecision : winner.action,
    reason: winner === null ? DEFAULT_REASON : reasonOf(winner, match),
    ruleTrace,
    moduleTrace: moduleTrace(trace, count),
    durationUs: Math.round((stopwatch() - started) * MICROSECONDS),
    metadata: winner === null ? NO_METADATA : winner.metadata,
    attestationToken: null,
  };
}

/** The rules that fired in the evaluation that just ran, in order. */
export function firings(matcher: Matcher): RuleRecord[] {
  return matcher.outcome.trace.slice(0, matcher.outcome.count);
}
