import type { Rule } from '../../../compiler/ruleset.ts';
import { isSumsRule } from '../../../library/budgets/sums-rules.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { firesAfter } from '../effects.ts';
import { nameOf, shownBy, unknownOf } from './finding.ts';

/** Reports if all requests get the same decision, and actions of rules that never decide. */
export function findOutcome(
  context: AnalysisContext,
  otherwise: string | null,
  impossible: ReadonlySet<Rule>,
): Findings {
  const { checked } = context.explainable;
  const { outcomes } = context.evidence;
  const deciding = checked.rules.filter(({ then }) => then.action !== null);
  const [first] = deciding;
  if (first === undefined) return { findings: [], unknown: [] };
  const findings: RawFinding[] = [];
  const possible = new Set<string | null>(
    deciding.filter((rule) => !impossible.has(rule)).map(({ then }) => then.action),
  );
  context.attempt([]);
  const isDecided = deciding.some((rule) => !impossible.has(rule) && firesAlways(context, rule));
  if (!isDecided) possible.add(otherwise);
  // Budgets decide on sums, which no evaluation here has.
  const ofSums = deciding.filter(isSumsRule).map(({ then }) => then.action);
  const seen = new Set([...outcomes.map(({ decision }) => decision), ...ofSums]);
  const [one] = outcomes;
  const [only = null] = possible;
  if (possible.size === 1 && one !== undefined)
    findings.push({
      code: 'always',
      rule: null,
      message: `the decision is always ${only ?? 'none'}`,
      at: first.at,
      with: [],
      ...shownBy(one),
    });
  for (const action of new Set(deciding.map(({ then }) => then.action))) {
    if (possible.has(action)) continue;
    const rules = deciding.filter(({ then }) => then.action === action);
    const [rule = first] = rules;
    const message = `no decision is ever ${action ?? 'none'}, the action of ${rules.map(nameOf).join(', ')}`;
    findings.push({ code: 'never', rule: null, message, at: rule.at, with: rules.map(nameOf), facts: null });
  }
  const unseen = possible.size > 1 && [...possible].filter((action) => !seen.has(action)).length > 0;
  return { findings, unknown: unseen ? [unknownOf('never', null, 'no facts found')] : [] };
}

/** True if a rule fires with any facts. */
function firesAlways(context: AnalysisContext, rule: Rule): boolean {
  const { checked } = context.explainable;
  const [firstModule] = checked.focusOrder;
  const earliest = { ...rule, module: firstModule ?? rule.module };
  if (!firesAfter(checked, rule, earliest)) return false;
  return context.look([], [{ elements: rule.when, scope: new Map() }]).kind === 'none';
}
