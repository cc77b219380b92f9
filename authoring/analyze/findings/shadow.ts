import type { ActionName, Rule } from '../../../compiler/ruleset.ts';
import { isSumsRule } from '../../../library/budgets/sums-rules.ts';
import type { DecideMode } from '../../../runtime/description.ts';
import type { Findings, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { firesAfter } from '../effects.ts';
import { aboutRule, nameOf, unknownOf } from './finding.ts';

/** Rules that one rule may be hidden by together. */
const MOST_TOGETHER = 12;

/** The actions from the one that wins over all others on; null: the order of firings decides. */
export const ORDERS: Readonly<Record<DecideMode, readonly ActionName[] | null>> = {
  'deny-overrides': ['deny', 'escalate', 'scope', 'route', 'allow'],
  'allow-overrides': ['allow', 'deny', 'escalate', 'scope', 'route'],
  first: null,
  last: null,
};

type Answer =
  | { readonly kind: 'decides' }
  | { readonly kind: 'shadowed'; readonly by: readonly Rule[] }
  | { readonly kind: 'unknown'; readonly why: Unknown['why'] };

/** Finds facts for every rule to decide with, and the rules whose action another one always wins over. */
export function findShadow(
  context: AnalysisContext,
  unreachable: ReadonlySet<Rule>,
): Findings & { readonly undecided: ReadonlySet<Rule>; readonly shadowed: ReadonlySet<Rule> } {
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  const shadowed = new Set<Rule>();
  const undecided = new Set<Rule>();
  for (const rule of context.explainable.checked.rules) {
    if (rule.then.action === null || unreachable.has(rule) || isSumsRule(rule)) continue;
    const answer = canDecide(context, rule);
    if (answer.kind === 'shadowed') {
      shadowed.add(rule);
      const others = answer.by.map((one) => `${nameOf(one)} (${one.then.action ?? ''})`).join(' or ');
      findings.push(
        aboutRule('shadowed-rule', rule, `it never decides: whenever it fires, ${others} does`, answer.by),
      );
    } else if (answer.kind === 'unknown') {
      undecided.add(rule);
      unknown.push(unknownOf('shadowed-rule', rule, answer.why));
    }
  }
  return { findings, unknown, undecided, shadowed };
}

function canDecide(context: AnalysisContext, rule: Rule): Answer {
  const { explainable, evidence } = context;
  const { checked } = explainable;
  const { action } = rule.then;
  if (evidence.wonBy.has(rule)) return { kind: 'decides' };
  const order = ORDERS[checked.decide];
  const rank = (one: Rule): number =>
    one.then.action === null || order === null ? Infinity : order.indexOf(one.then.action);
  // Nothing wins over the first action: another rule with it only gives another reason.
  const isSeen = evidence.outcomes.some(
    ({ fired, decision }) => order !== null && fired.has(rule) && decision === action,
  );
  if (isSeen) return { kind: 'decides' };
  if (order === null || rank(rule) === 0)
    return evidence.firedBy.has(rule) && order !== null
      ? { kind: 'decides' }
      : { kind: 'unknown', why: order === null ? 'outside the fragment' : 'no facts found' };
  const ways = context.waysOf(rule);
  if (ways === null) return { kind: 'unknown', why: 'outside the fragment' };
  const higher: Rule[] = [];
  for (let round = 0; round <= MOST_TOGETHER; round++) {
    if (context.isOutOfTime()) return { kind: 'unknown', why: 'out of time' };
    const without = higher.map(({ when }) => ({ elements: when, scope: new Map() }));
    const looked = ways.map((way) => context.look([way], without));
    if (looked.every(({ kind }) => kind === 'none')) {
      const areSure = higher.length > 0 && higher.every((one) => firesAfter(checked, one, rule));
      return areSure ? { kind: 'shadowed', by: higher } : { kind: 'unknown', why: 'outside the fragment' };
    }
    let next: Rule | null = null;
    for (const found of looked) {
      const outcome = found.kind === 'facts' ? context.attempt(found.facts) : null;
      if (outcome?.fired.has(rule) !== true) continue;
      if (outcome.decision === action) return { kind: 'decides' };
      if (outcome.winner !== null && !higher.includes(outcome.winner)) next ??= outcome.winner;
    }
    if (next === null) return { kind: 'unknown', why: 'no facts found' };
    higher.push(next);
  }
  return { kind: 'unknown', why: 'no facts found' };
}
