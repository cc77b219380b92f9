import type { Rule } from '../../../../compiler/ruleset.ts';
import type { Claims, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { aboutRule, unknownOf } from './claim.ts';

/** Finds facts for every rule to fire with, and the rules for which there are none. */
export function claimReach(context: AnalysisContext): Claims & { readonly unreachable: ReadonlySet<Rule> } {
  const { checked } = context.asked;
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  const unreachable = new Set<Rule>();
  for (const rule of checked.rules) {
    const why = whyNever(context, rule);
    if (why !== null && 'message' in why) {
      unreachable.add(rule);
      findings.push(aboutRule('unreachable-rule', rule, why.message));
    } else if (why !== null) unknown.push(unknownOf('unreachable-rule', rule, why.unknown));
  }
  return { findings, unknown, unreachable };
}

/** Null: the rule was seen to fire. */
function whyNever(
  context: AnalysisContext,
  rule: Rule,
): { readonly message: string } | { readonly unknown: Unknown['why'] } | null {
  const { asked, evidence } = context;
  if (!asked.checked.focusOrder.includes(rule.module))
    return { message: `it never fires: nothing focuses module ${rule.module}` };
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
  if (areNone) return { message: 'it never fires: its conditions contradict each other' };
  return { unknown: 'no facts found' };
}
