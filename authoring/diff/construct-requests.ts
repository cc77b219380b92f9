import type { Rule, Ruleset } from '../../compiler/ruleset.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import type { Way, Without } from '../analyze/formula/ways.ts';
import { changedRows, waysWithRow } from './changed-rows.ts';
import { asHigh, withoutRule } from './prove-equivalent.ts';
import type { VersionPair } from './version-pair.ts';

/** Searches for facts beyond which no more are begun, and those of one changed rule or row. */
const MOST_LOOKS = 1_500;
const MOST_OF_ONE = 60;

/**
 * Facts that meet what changed: that match a changed rule, or a row of a relation that only one version has, first those
 * that no rule of the other version matches that decides as much.
 */
export function* constructRequests(pair: VersionPair): Generator<readonly FactInput[]> {
  const { changed, old, new: latest } = pair;
  let left = MOST_LOOKS;
  const look = function* (
    rule: Rule,
    ways: readonly (readonly Way[])[],
    alternatives: readonly (readonly Without[])[],
  ): Generator<readonly FactInput[]> {
    const context = pair.contextOf(rule);
    const before = left;
    for (const without of alternatives) {
      for (const way of ways) {
        if (--left < 0 || before - left > MOST_OF_ONE || context.isOutOfTime()) return;
        const found = context.look(way, without);
        if (found.kind === 'facts') yield found.facts;
      }
    }
  };
  for (const row of changedRows(pair))
    for (const rule of row.rules)
      yield* look(
        rule,
        (waysWithRow(pair, rule, row) ?? []).map((way) => [way]),
        row.version === 'new'
          ? alternativesFor(pair, rule, old.checked, latest.checked)
          : alternativesFor(pair, rule, latest.checked, old.checked),
      );
  for (const [rules, own, other] of [
    [changed.new, latest.checked, old.checked],
    [changed.old, old.checked, latest.checked],
  ] as const)
    for (const rule of rules) {
      const ways = pair.contextOf(rule).waysOf(rule) ?? [];
      yield* look(
        rule,
        ways.map((way) => [way]),
        alternativesFor(pair, rule, other, own),
      );
      const order = ORDERS[other.decide];
      if (order === null || !isAsDefault(rule, other)) continue;
      // Without a match the decision is the same: another rule has to match as well.
      yield* look(rule, besideOthers(pair, rule, ways, other), [asHigh(pair, rule, other, order)]);
    }
}

/** True if a rule decides the same as the default. */
function isAsDefault({ then }: Rule, { default: otherwise }: Ruleset): boolean {
  return then.action === (otherwise?.action ?? 'deny');
}

/** Ways of a rule, each with a way of a rule of the other version that decides otherwise. */
function besideOthers(
  pair: VersionPair,
  rule: Rule,
  ways: readonly Way[],
  other: Ruleset,
): readonly (readonly Way[])[] {
  if (!pair.changed.onlyRules) return [];
  const others = other.rules
    .filter(({ then }) => then.action !== null && then.action !== rule.then.action)
    .flatMap((one) => pair.contextOf(one).waysOf(one) ?? []);
  return ways.flatMap((way) => others.map((one) => [way, one]));
}

/** Rules that must not match, the most informative first; if empty, the rule only has to match. */
function alternativesFor(
  pair: VersionPair,
  rule: Rule,
  other: Ruleset,
  own: Ruleset,
): readonly (readonly Without[])[] {
  if (!pair.changed.onlyRules) return [[]];
  const counterparts = [...pair.changed.old, ...pair.changed.new].filter(
    (one) => one !== rule && one.name === rule.name && one.module === rule.module,
  );
  const alone = counterparts.map((one) => withoutRule(pair, one));
  const order = ORDERS[other.decide];
  if (order === null || rule.then.action === null) return [alone, []];
  const rank = order.indexOf(rule.then.action);
  const higher = own.rules
    .filter(({ then }) => then.action !== null && order.indexOf(then.action) < rank)
    .map((one) => withoutRule(pair, one));
  const others = asHigh(pair, rule, other, order);
  return [[...others, ...higher], others, asHigh(pair, rule, own, order), alone, []];
}
