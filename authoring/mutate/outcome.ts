import { FerruleError } from '../../runtime/engine/errors.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { byBringer } from '../../library/by-bringer.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';

export interface Request {
  readonly facts: readonly FactInput[];
  /** `null` for no document. */
  readonly input: unknown;
  /** Milliseconds; null: the case says none. */
  readonly now: number | null;
  /** The clock then. */
  readonly otherwise: number;
}

/** Result of an evaluation; null if it is refused or fails. */
export function outcomeOf(
  { engine, clock }: TestRuleset,
  { facts, input, now, otherwise }: Request,
): EvaluationResult | null {
  clock.now = now ?? otherwise;
  try {
    return engine.evaluate({
      scoped: true,
      ...byBringer(engine.ruleset, facts),
      ...(input === null ? {} : { input }),
    });
  } catch (error) {
    if (error instanceof FerruleError) return null;
    throw error;
  }
}
