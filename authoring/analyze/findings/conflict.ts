import type { Rule } from '../../../compiler/ruleset.ts';
import { isSumsRule } from '../../../library/budgets/sums-rules.ts';
import type { Findings, RawFinding, Unknown } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import type { Outcome } from '../evidence.ts';
import { aboutRule, nameOf, unknownOf } from './finding.ts';

/** Pairs for which facts are searched when no evaluation so far has shown them together. */
const MOST_SEARCHED = 2_000;

/** Lists the pairs of an allow and a deny that were seen to fire together; of the rows of one table, one pair. */
export function findConflict(context: AnalysisContext, unreachable: ReadonlySet<Rule>): Findings {
  const { checked } = context.explainable;
  const able = checked.rules.filter((rule) => !unreachable.has(rule) && !isSumsRule(rule));
  const allows = able.filter(({ then }) => then.action === 'allow');
  const denies = able.filter(({ then }) => then.action === 'deny');
  const findings: RawFinding[] = [];
  const unknown: Unknown[] = [];
  const tables = new Set<string>();
  let searched = 0;
  for (const allow of allows) {
    let open: Unknown['why'] | null = null;
    for (const deny of denies) {
      const table = commonTable(allow, deny);
      if (table !== null && tables.has(table)) continue;
      const known = seenTogether(context, allow, deny);
      const mayLook = known === null && searched < MOST_SEARCHED && !context.isOutOfTime();
      if (known === null && mayLook) searched++;
      const looked = known ?? (mayLook ? findTogether(context, allow, deny) : 'out of time');
      if (looked === 'never') continue;
      if (typeof looked === 'string') {
        open ??= looked;
        continue;
      }
      if (table !== null) tables.add(table);
      findings.push(
        aboutRule('conflict', allow, `it can fire together with ${nameOf(deny)} (deny)`, [deny], looked),
      );
    }
    if (open !== null) unknown.push(unknownOf('conflict', allow, open));
  }
  return { findings, unknown };
}

/** The table that two rules are rows of: they fire together for different matches of its patterns. */
function commonTable(a: Rule, b: Rule): string | null {
  const end = a.name.indexOf('/');
  const table = `${a.module}::${a.name.slice(0, end)}/`;
  return end >= 0 && nameOf(b).startsWith(table) ? table : null;
}

/** The evaluated request with the fewest facts. */
function seenTogether({ evidence }: AnalysisContext, a: Rule, b: Rule): Outcome | null {
  let best: Outcome | null = null;
  for (const outcome of evidence.outcomes) {
    if (!outcome.fired.has(a) || !outcome.fired.has(b)) continue;
    if (best === null || outcome.request.facts.length < best.request.facts.length) best = outcome;
  }
  return best;
}

function findTogether(context: AnalysisContext, allow: Rule, deny: Rule): Outcome | 'never' | Unknown['why'] {
  const [ways, others] = [context.waysOf(allow), context.waysOf(deny)];
  if (ways === null || others === null) return 'outside the fragment';
  let areNone = true;
  for (const way of ways) {
    for (const other of others) {
      const found = context.look([way, other]);
      if (found.kind !== 'none') areNone = false;
      const outcome = found.kind === 'facts' ? context.attempt(found.facts) : null;
      if (outcome?.fired.has(allow) === true && outcome.fired.has(deny)) return outcome;
    }
  }
  // Facts may change between the two firings: then both can fire though they never match at one moment.
  const isSteady = context.explainable.checked.rules.every(({ then }) => then.effects.length === 0);
  return areNone && isSteady ? 'never' : 'no facts found';
}
