import type { RuleRecord } from './contract.ts';
import { reasonOf } from './evaluate.ts';
import type { Matcher } from './matcher.ts';

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

/**
 * Writes down the outcome of the evaluation that just ran.
 *
 * @param started reading of `performance.now()` when the evaluation began
 */
export function writeResult(
  matcher: Matcher,
  defaultDecision: string | null,
  started: number,
): EvaluationResult {
  const { trace, count, winner, match } = matcher.outcome;
  const ruleTrace: string[] = [];
  const moduleTrace: string[] = [];
  let last = '';
  for (let i = 0; i < count; i++) {
    const rule = trace[i]!;
    ruleTrace.push(rule.name);
    if (rule.module === last) continue;
    last = rule.module;
    if (!moduleTrace.includes(last)) moduleTrace.push(last);
  }
  return {
    decision: winner === null ? defaultDecision : winner.action,
    reason: winner === null ? DEFAULT_REASON : reasonOf(winner, match),
    ruleTrace,
    moduleTrace,
    durationUs: Math.round((performance.now() - started) * MICROSECONDS),
    metadata: winner === null ? NO_METADATA : winner.metadata,
    attestationToken: null,
  };
}

/** The rules that fired in the evaluation that just ran, in order. */
export function firings(matcher: Matcher): RuleRecord[] {
  return matcher.outcome.trace.slice(0, matcher.outcome.count);
}
