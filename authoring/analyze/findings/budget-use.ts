import { patternsOf } from '../../../compiler/left-side.ts';
import type { Rule } from '../../../compiler/ruleset.ts';
import type { BudgetInfo } from '../../../runtime/budget-info.ts';
import type { Findings, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import type { Outcome } from '../evidence.ts';
import { waysOf, type Way } from '../formula/ways.ts';
import { aboutBudget, nameOf, shownBy, unknownOf } from './finding.ts';

/** A finding, what stays unknown, or null: there is nothing to report. */
type Looked = RawFinding | Unknown['why'] | null;

/** Budgets that no allow uses, and allows of what the condition of a budget leaves out. */
export function findBudgetUse(context: AnalysisContext, unreachable: ReadonlySet<Rule>): Findings {
  const { checked } = context.explainable;
  const { budgets = [] } = checked;
  const allows = checked.rules.filter((rule) => rule.then.action === 'allow' && !unreachable.has(rule));
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  for (const budget of budgets) {
    const use = checked.rules.find((rule) => nameOf(rule) === budget.use) ?? null;
    const looked = [
      ['budget-unreached', lookUnreached(context, budget, use, allows)],
      ['budget-left-out', use === null ? null : lookLeftOut(context, budget, use, allows)],
    ] as const;
    for (const [code, found] of looked) {
      if (typeof found === 'string') unknown.push(unknownOf(code, null, found));
      else if (found !== null) findings.push(found);
    }
  }
  return { findings, unknown };
}

/** Searches for facts that are allowed and counted. */
function lookUnreached(
  context: AnalysisContext,
  budget: BudgetInfo,
  use: Rule | null,
  allows: readonly Rule[],
): Looked {
  const { template } = budget;
  const isUsed = ({ decision, fired, request }: Outcome): boolean =>
    decision === 'allow' &&
    (use === null
      ? template === null || request.facts.some((fact) => fact.template === template)
      : fired.has(use));
  if (context.evidence.outcomes.some(isUsed)) return null;
  const uses = use === null ? waysOfAny(context, budget) : context.waysOf(use);
  if (uses === null) return 'outside the fragment';
  let isProved = true;
  for (const allow of allows) {
    const ways = context.waysOf(allow);
    if (ways === null) isProved = false;
    for (const way of ways ?? [])
      for (const other of uses) {
        if (context.isOutOfTime()) return 'out of time';
        const found = context.look([way, other]);
        if (found.kind === 'none' && !way.isPartial && !other.isPartial) continue;
        isProved = false;
        const outcome = found.kind === 'facts' ? context.attempt(found.facts) : null;
        if (outcome !== null && isUsed(outcome)) return null;
      }
  }
  if (!isProved || !isSteady(context)) return 'no facts found';
  return aboutBudget('budget-unreached', budget, 'no allow uses it', context.explainable.checked);
}

/** The one way in which any fact of the template is a use; of a document, no fact is needed. */
function waysOfAny(
  { explainable, reading }: AnalysisContext,
  { template }: BudgetInfo,
): readonly Way[] | null {
  const at = explainable.checked.templates.find(({ name }) => name === template)?.at;
  if (template === null || at === undefined) return waysOf({ when: [] }, reading);
  return waysOf({ when: [{ kind: 'pattern', template, address: null, fields: [], at }] }, reading);
}

/** Searches for facts that an allow matches and that do not count. */
function lookLeftOut(
  context: AnalysisContext,
  budget: BudgetInfo,
  use: Rule,
  allows: readonly Rule[],
): Looked {
  const { checked } = context.explainable;
  let open: Unknown['why'] | null = null;
  for (const allow of allows.filter((rule) => readsUse(rule, budget))) {
    const isLeftOut = ({ decision, fired }: Outcome): boolean =>
      decision === 'allow' && fired.has(allow) && !fired.has(use);
    const outcome =
      context.evidence.outcomes.find(isLeftOut) ?? searchLeftOut(context, allow, use, isLeftOut);
    if (typeof outcome === 'string') open ??= outcome;
    else if (outcome !== null) {
      const message = `its condition leaves out what ${nameOf(allow)} allows`;
      return {
        ...aboutBudget('budget-left-out', budget, message, checked),
        with: [nameOf(allow)],
        ...shownBy(outcome),
      };
    }
  }
  return open;
}

/** True if a rule matches what the budget counts. */
const readsUse = ({ when }: Rule, { template }: BudgetInfo): boolean =>
  template === null || patternsOf(when).some((pattern) => pattern.template === template);

function searchLeftOut(
  context: AnalysisContext,
  allow: Rule,
  use: Rule,
  isLeftOut: (outcome: Outcome) => boolean,
): Outcome | Unknown['why'] | null {
  const ways = context.waysOf(allow);
  if (ways === null) return 'outside the fragment';
  let isProved = true;
  for (const way of ways) {
    if (context.isOutOfTime()) return 'out of time';
    const found = context.look([way], [{ elements: use.when, scope: new Map() }]);
    if (found.kind !== 'none') isProved = false;
    const outcome = found.kind === 'facts' ? context.attempt(found.facts) : null;
    if (outcome !== null && isLeftOut(outcome)) return outcome;
  }
  return isProved && isSteady(context) ? null : 'no facts found';
}

/** Rules that change facts can make others match what no request has. */
const isSteady = ({ explainable: { checked } }: AnalysisContext): boolean =>
  checked.rules.every(({ then }) => then.effects.length === 0);
