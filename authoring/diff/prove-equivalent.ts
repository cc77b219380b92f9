import type { ActionName, Rule, Ruleset } from '../../compiler/ruleset.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import { isSteady } from '../analyze/steady.ts';
import type { Without } from '../analyze/formula/ways.ts';
import type { VersionPair } from './version-pair.ts';

/**
 * True if two versions decide the same for all facts. Only if nothing but rules changed, rules change no facts, and
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

/** True if rules of the other version with the same action, or one that overrides it, match everything a rule matches. */
function isCovered(pair: VersionPair, rule: Rule, other: Ruleset, order: readonly ActionName[]): boolean {
  const { action } = rule.then;
  if (action === null || !other.focusOrder.includes(rule.module)) return true;
  const without = asHigh(pair, rule, other, order);
  const context = pair.contextOf(rule);
  const ways = context.waysOf(rule);
  return (
    ways !== null &&
    ways.every((way) => !context.isOutOfTime() && context.look([way], without).kind === 'none')
  );
}

/** Conditions for a version in which no rule matches that decides like the given rule, or takes precedence over it. */
export function asHigh(
  pair: VersionPair,
  rule: Rule,
  version: Ruleset,
  order: readonly ActionName[],
): readonly Without[] {
  const rank = rule.then.action === null ? -1 : order.indexOf(rule.then.action);
  return version.rules
    .filter(({ then, module }) => {
      const isAsHigh = then.action !== null && order.indexOf(then.action) <= rank;
      return isAsHigh && version.focusOrder.includes(module);
    })
    .map((one) => withoutRule(pair, one));
}

/** Condition that a rule of either version does not match. */
export function withoutRule({ contextOf }: VersionPair, rule: Rule): Without {
  return { elements: rule.when, scope: new Map(), reading: contextOf(rule).reading };
}
