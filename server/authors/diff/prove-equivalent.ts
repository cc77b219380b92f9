import type { ActionName, Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { ORDERS } from '../analyze/claims/shadow.ts';
import { isSteady } from '../analyze/steady.ts';
import type { VersionPair } from './version-pair.ts';

/**
 * Whether two versions decide alike for all facts. Only where nothing but rules changed, rules change no facts, and
 * what wins is up to the actions alone: then a version decides as the first of its actions that some rule matches with,
 * and it is enough that whatever a changed rule matches, rules of the other match at least as high.
 */
export function provesEquivalent(pair: VersionPair): boolean {
  const { old, new: latest, changed } = pair;
  if (!changed.onlyRules) return false;
  if (changed.old.length + changed.new.length === 0) return true;
  const order = ORDERS[latest.checked.decide];
  if (order === null || ![old, latest].every(({ checked }) => isSteady(checked))) return false;
  return (
    changed.new.every((rule) => isCovered(pair, rule, old.checked, order)) &&
    changed.old.every((rule) => isCovered(pair, rule, latest.checked, order))
  );
}

/** Whether rules of the other version with the same action, or one that wins over it, match whatever a rule matches. */
function isCovered(
  { contextOf }: VersionPair,
  rule: Rule,
  other: Ruleset,
  order: readonly ActionName[],
): boolean {
  const { action } = rule.then;
  if (action === null || !other.focusOrder.includes(rule.module)) return true;
  const rank = order.indexOf(action);
  const without = other.rules
    .filter(({ then, module }) => {
      const isAsHigh = then.action !== null && order.indexOf(then.action) <= rank;
      return isAsHigh && other.focusOrder.includes(module);
    })
    .map(({ when }) => ({ elements: when, scope: new Map() }));
  const context = contextOf(rule);
  const ways = context.waysOf(rule);
  return (
    ways !== null &&
    ways.every((way) => !context.isOutOfTime() && context.look([way], without).kind === 'none')
  );
}
