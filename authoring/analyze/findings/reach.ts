import type { Rule } from '../../../compiler/ruleset.ts';
import { isSumsRule } from '../../../library/budgets/sums-rules.ts';
import type { Findings, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { waysOf } from '../formula/ways.ts';
import { aboutRule, unknownOf } from './finding.ts';

/** Finds facts for every rule to fire with, and the rules for which there are none. */
export function findReach(context: AnalysisContext): Findings & { readonly unreachable: ReadonlySet<Rule> } {
  const { checked } = context.explainable;
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  const unreachable = new Set<Rule>();
  for (const rule of checked.rules) {
    // Only a ledger brings the sums that it matches.
    if (isSumsRule(rule)) continue;
    const why = whyNever(context, rule);
    if (why !== null && 'message' in why) {
      unreachable.add(rule);
      findings.push(aboutRule('unreachable-rule', rule, why.message));
    } else if (why !== null) unknown.push(unknownOf('unreachable-rule', rule, why.unknown));
  }
  return { findings, unknown, unreachable };
}

/** `null` if the rule was seen to fire. */
function whyNever(
  context: AnalysisContext,
  rule: Rule,
): { readonly message: string } | { readonly unknown: Unknown['why'] } | null {
  const { explainable, evidence } = context;
  if (!explainable.checked.focusOrder.includes(rule.module))
    return { message: `it never fires: module ${rule.module} never gets the focus` };
  if (evidence.firedBy.has(rule)) return null;
  if (context.isOutOfTime()) return { unknown: 'out of time' };
  const ways = context.waysOf(rule);
  if (ways === null) return { unknown: 'outside the fragment' };
  let areNone = true;
  for (const way of ways) {
    const found = context.look([way]);
    if (found.kind !== 'none') areNone = false;
    if (found.kind !== 'facts') continue;
    context.attempt(found.facts);
    if (evidence.firedBy.has(rule)) return null;
  }
  if (areNone)
    return {
      message: isHiddenRow(context, rule)
        ? 'it never fires: earlier rows of its table match whatever it matches'
        : 'it never fires: its conditions contradict each other',
    };
  return { unknown: 'no facts found' };
}

/** True if the cells of a row can hold: then earlier rows keep it from firing. */
function isHiddenRow(context: AnalysisContext, { when, cells }: Rule): boolean {
  if (cells === undefined) return false;
  const alone = waysOf({ when: when.slice(0, -1), cells }, context.reading);
  return alone?.some((way) => context.look([way]).kind !== 'none') === true;
}
