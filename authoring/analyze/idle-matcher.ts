import { FerruleError } from '../../runtime/engine/errors.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import type { AskedRuleset } from '../../library/explain/asked-ruleset.ts';
import { ANALYSIS_LIMITS } from './evidence.ts';

/** A matcher that has run on no facts; an error where the ruleset fails on none. @param now the clock, in milliseconds */
export function evaluateNothing(asked: AskedRuleset, now: number): Matcher | FerruleError {
  const host = { now: () => now, functions: new Map(), limits: ANALYSIS_LIMITS };
  try {
    return new WorkingMemory(asked.compiled, host).readScoped({ facts: [] }, null, null, (one) => one);
  } catch (error) {
    if (error instanceof FerruleError) return error;
    throw error;
  }
}

/** A matcher that has run on no facts; null: the ruleset fails on none. @param now the clock, in milliseconds */
export function idleMatcher(asked: AskedRuleset, now: number): Matcher | null {
  const matcher = evaluateNothing(asked, now);
  return matcher instanceof FerruleError ? null : matcher;
}
