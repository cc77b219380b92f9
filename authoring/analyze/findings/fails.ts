import { EvaluationError } from '../../../runtime/engine/errors.ts';
import type { ExplainableRuleset } from '../../../library/explain/explainable-ruleset.ts';
import type { RawFinding } from '../analysis.ts';
import { evaluateNothing } from '../idle-matcher.ts';
import { nameOf } from './finding.ts';

/**
 * The rule that raises an error without facts: rows of relations may be enough for it. `null` if none does.
 *
 * @param now the clock, in milliseconds
 */
export function findFails(explainable: ExplainableRuleset, now: number): RawFinding | null {
  const error = evaluateNothing(explainable, now);
  if (!(error instanceof EvaluationError)) return null;
  const { rules } = explainable.checked;
  const rule = rules.find((one) => nameOf(one) === error.rule) ?? null;
  const at = (rule ?? rules[0])?.at;
  // A ruleset without rules has no conditions.
  if (at === undefined) throw error;
  const about = { rule: rule === null ? null : nameOf(rule), at, with: [] };
  return { code: 'fails', ...about, message: `an evaluation fails: ${error.message}`, facts: [] };
}
