import { meantAction } from '../../diagnostics/guesses.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { ActionName, ReasonPart } from '../../ruleset.ts';
import type { Consequence } from '../../untyped.ts';
import type { Located, MetadataSyntax, RuleSyntax, Syntax, WhenSyntax } from '../../syntax.ts';
import { checkEffects } from './check-effects.ts';
import { checkObligations } from './check-obligations.ts';
import { checkText } from './check-text.ts';
import { reportConstantText } from './looks-like-reference.ts';
import type { Environment } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';

export const ACTIONS: readonly ActionName[] = ['allow', 'deny', 'escalate', 'scope', 'route'];
export const LOGS: readonly Consequence['log'][] = ['none', 'summary', 'full'];

/** The right side of a rule. Its variables are those that the top level of the left side binds. */
export function checkThen(rule: RuleSyntax, environment: Environment, context: RuleContext): Consequence {
  const { then, name } = rule;
  const effects = checkEffects(then, environment, context);
  for (const name of then.notify) reportConstantText('notify', name, environment, context);
  // A problem in the rule explains what it lacks.
  const isRead = !context.report.hasErrors();
  if (isRead && then.action === null && then.assert.length + then.retract.length + then.modify.length === 0) {
    // `notify` takes effect on every firing, whichever rule decides.
    const says =
      then.notify.length === 0 && (then.reason.length + then.obligations.length > 0 || then.scope !== null);
    const code = says ? 'action-missing' : 'rule-without-effect';
    if (!isUseRule(name, context.checked.syntax))
      context.report.add(code, name.at, { name: name.value, actions: ACTIONS.join(' | ') });
  }
  if (isRead && then.action !== null && !rule.when.some(needsFact)) {
    context.report.add('rule-without-pattern', name.at, { name: name.value });
  }
  return {
    action: checkWord(then.action, ACTIONS, 'unknown-action', context),
    reason: checkText(then.reason, environment, context),
    log: checkWord(then.log, LOGS, 'unknown-log', context) ?? 'summary',
    notify: then.notify.map(({ value }) => value),
    attestation: then.attestation,
    scope: then.scope && checkText(then.scope, environment, context),
    metadata: checkMetadata([...rule.metadata, ...then.metadata], environment, context),
    obligations: checkObligations(then, environment, context),
    effects,
  };
}

function checkWord<T extends string>(
  written: Located<string> | null,
  words: readonly T[],
  code: 'unknown-action' | 'unknown-log',
  { report }: RuleContext,
): T | null {
  if (written === null) return null;
  const found = words.find((word) => word === written.value) ?? null;
  if (found === null) {
    const guess = code === 'unknown-action' ? meantAction(written.value) : null;
    report.add(code, written.at, { name: written.value }, guess ?? closestName(written.value, words));
  }
  return found;
}

/** A later key replaces an earlier one and keeps its place. */
function checkMetadata(
  entries: readonly MetadataSyntax[],
  environment: Environment,
  context: RuleContext,
): Consequence['metadata'] {
  const merged = new Map<string, readonly ReasonPart[]>();
  for (const { key, parts } of entries) merged.set(key.value, checkText(parts, environment, context));
  return [...merged];
}

/** True if an entry of `when` needs an existing fact to hold. */
function needsFact(entry: WhenSyntax): boolean {
  switch (entry.kind) {
    case 'pattern':
      return entry.relation !== true;
    case 'exists':
      return entry.elements.some(needsFact);
    case 'any':
      return entry.branches.every((branch) => branch.some(needsFact));
    case 'aggregate':
      return entry.fold === 'min' || entry.fold === 'max';
    default:
      return false;
  }
}

/** True for the rule that fires for the uses of a budget: that it fires is its effect. */
function isUseRule(name: Located<string>, { budgets }: Syntax): boolean {
  return budgets.some((budget) => budget.name.at === name.at);
}
