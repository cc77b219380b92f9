/** The disjuncts of a rule that share its record: those whose matches look the same to every reader. */
import type { JoinPlan, RulePlan } from './match-plan.ts';
import type { JoinId } from './ids.ts';
import { elementAt } from '../required.ts';
import { textsOf } from './texts.ts';

/** A text that can fail when the rule fires also has a part that is not text. */
function readsMatch({ rule }: RulePlan): boolean {
  const { effects, obligations } = rule.then;
  return (
    effects.length + obligations.length > 0 ||
    textsOf(rule).some((parts) => parts.some(({ kind }) => kind !== 'text'))
  );
}

/** The terminal joins that each record serves, by rule and in their order. */
export function planRecords(
  rules: readonly RulePlan[],
  joins: readonly JoinPlan[],
): readonly (readonly JoinId[])[] {
  return rules.flatMap((rule) => {
    // Nearly every rule has one.
    if (rule.terminals.length === 1 && joins[rule.terminals[0]!]!.kind === 'terminal')
      return [rule.terminals];
    const groups = new Map<string, JoinId[]>();
    for (const id of rule.terminals) {
      const terminal = elementAt(joins, id);
      if (terminal.kind !== 'terminal') continue;
      const { removable, region, passed, shape, variables } = terminal;
      // A deferred region distinguishes its activations by their records.
      const own = region !== null || passed.length > 0 ? id : null;
      const read = readsMatch(rule) ? [shape, [...variables]] : null;
      const key = JSON.stringify([removable, own, read]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [id]);
      else group.push(id);
    }
    return [...groups.values()];
  });
}
