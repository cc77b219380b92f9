import { FerruleError } from '../../runtime/engine/errors.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import type { ExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import { ANALYSIS_LIMITS } from './evidence.ts';

/** A matcher that has run on no facts; an error where the ruleset fails on none. @param now the clock, in milliseconds */
export function evaluateNothing(explainable: ExplainableRuleset, now: number): Matcher | FerruleError {
  const host = { now: () => now, functions: new Map(), limits: ANALYSIS_LIMITS };
  try {
    return new WorkingMemory(explainable.compiled, host).readScoped({ facts: [] }, null, null, (one) => one);
  } catch (error) {
    if (error instanceof FerruleError) return error;
    throw error;
  }
}

/** A matcher that has run on no facts; null: the ruleset fails on none. @param now the clock, in milliseconds */
export function idleMatcher(explainable: ExplainableRuleset, now: number): Matcher | null {
  const matcher = evaluateNothing(explainable, now);
  return matcher instanceof FerruleError ? null : matcher;
}
