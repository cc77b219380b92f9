import { FerruleError } from '../../../runtime/errors.ts';
import type { EvaluationResult } from '../../../runtime/evaluation-result.ts';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { byBringer } from '../../library/by-bringer.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';

export interface Request {
  readonly facts: readonly FactInput[];
  /** Milliseconds; null: the case says none. */
  readonly now: number | null;
  /** The clock then. */
  readonly otherwise: number;
}

/** What an evaluation answers; null: it is refused or fails. */
export function outcomeOf(
  { engine, clock }: TestRuleset,
  { facts, now, otherwise }: Request,
): EvaluationResult | null {
  clock.now = now ?? otherwise;
  try {
    return engine.evaluate({ scoped: true, ...byBringer(engine.ruleset, facts) });
  } catch (error) {
    if (error instanceof FerruleError) return null;
    throw error;
  }
}
