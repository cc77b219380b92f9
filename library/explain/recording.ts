import type { Rule } from '../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import { NO_ACTION, type RuleRecord } from '../../runtime/abi.ts';
import { metadataFrom, reasonOf, type FiringLog } from '../../runtime/engine/firing.ts';
import { Match } from '../../runtime/matching/match.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import { isPartialMatch } from '../../runtime/matching/partial-match.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import type { Fact } from '../../runtime/values/values.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import { boundPatterns, disjunctsOf, type Disjunct } from './disjuncts.ts';
import { positionsIn } from './list-positions.ts';
import { OutOfBudget } from './out-of-budget.ts';
import { NOTHING_YET, type Partial } from './match-elements.ts';
import { tryPattern, type World } from './try-pattern.ts';

/** One firing of a run, with what it matched and did to the facts. */
interface RecordedFiring {
  readonly rule: Rule;
  readonly record: RuleRecord;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Facts that its patterns bound, with the variables. */
  readonly match: Partial;
  /** Every condition of the patterns was evaluated again and held. */
  readonly confirmed: boolean;
  /** Index of the next fact when its right side began: what it asserted has this one or a later one. */
  readonly firstIndex: number;
  readonly retracted: readonly Fact[];
}

/** Events of a run, while its matcher still exists. */
export interface Recording {
  readonly matcher: Matcher;
  readonly firings: readonly RecordedFiring[];
  /** Number of the firing that decided; null: none did. */
  readonly winner: number | null;
  /** Every fact there was, in order of assertion. */
  readonly facts: readonly Fact[];
  /** Number of the firing that took a fact away. */
  readonly endOf: ReadonlyMap<Fact, number>;
  /** `null` for no document. */
  readonly document: unknown;
}

function factsOfMatch(match: unknown): readonly Fact[] {
  const facts: Fact[] = [];
  let rest = match;
  while (rest instanceof Match || isPartialMatch(rest)) {
    if (rest.fact !== null) facts.push(rest.fact);
    rest = rest.left;
  }
  if (rest !== null && rest !== undefined) facts.push(rest as Fact);
  return facts.reverse();
}

/** The tick, and the rows of relations: an explanation never shows them as facts. It shows the sums of budgets. */
export function isHidden({ template }: Pick<Fact, 'template'>): boolean {
  return template.startsWith('__') && template !== BUDGET_TEMPLATE;
}

/** None for a rule with more ways to match than are looked at. */
function fewDisjuncts(rule: Rule): readonly Disjunct[] {
  try {
    return disjunctsOf(rule);
  } catch (error) {
    if (error instanceof OutOfBudget) return [];
    throw error;
  }
}

/** The alternative that led to these facts: the first one whose patterns they match. */
function findMatch(
  world: World,
  rule: Rule,
  facts: readonly Fact[],
): { readonly match: Partial; readonly confirmed: boolean } {
  let likely: Partial | null = null;
  for (const disjunct of fewDisjuncts(rule)) {
    const patterns = boundPatterns(disjunct).filter(({ template }) => !RUN_TEMPLATES.has(template));
    const isAlike =
      patterns.length === facts.length &&
      patterns.every(({ template }, i) => template === facts[i]?.template);
    if (!isAlike) continue;
    let match = NOTHING_YET;
    let holds = true;
    for (const [i, pattern] of patterns.entries()) {
      const matched = facts[i];
      if (matched === undefined) continue;
      const fact = matched.itself;
      const positions = positionsIn(pattern, matched);
      const { bindings, failed } = tryPattern(world, pattern, fact, match.bindings, false, positions);
      holds &&= failed.length === 0;
      match = { bindings, facts: [...match.facts, { pattern, fact, positions }] };
    }
    if (holds) return { match, confirmed: true };
    likely ??= match;
  }
  return { match: likely ?? NOTHING_YET, confirmed: false };
}

/** Number of the firing that decided, by the rule of `run`. */
function winnerOf({ outcome, firstWins }: Matcher): number | null {
  let rank = NO_ACTION - 1;
  let winner: number | null = null;
  outcome.trace.slice(0, outcome.count).forEach((rule, i) => {
    if (rule.rank > rank) return;
    rank = firstWins ? rule.rank - 1 : rule.rank;
    winner = i;
  });
  return winner;
}

/** Facts that a firing takes away: those that its right side retracts or modifies. */
function retractedBy(rule: Rule, { bindings }: Partial): readonly Fact[] {
  return rule.then.effects.flatMap((effect) =>
    effect.kind === 'assert' ? [] : [bindings.get(effect.address) as Fact],
  );
}

/** Reads what a run did out of its matcher and the log of its firings. */
export function readRecording(
  explainable: ExplainableRuleset,
  matcher: Matcher,
  log: FiringLog,
  document: unknown = null,
): Recording {
  const rules = new Map(explainable.checked.rules.map((rule) => [`${rule.module}::${rule.name}`, rule]));
  const world: World = { explainable, matcher, factsOf: () => [], budget: { left: Infinity } };
  const { trace } = matcher.outcome;
  const firings = log.matches.flatMap((match, i): RecordedFiring[] => {
    const record = trace[i];
    const rule = record && rules.get(record.name);
    if (record === undefined || rule === undefined) throw new TypeError('an unknown rule fired');
    const found = findMatch(
      world,
      rule,
      factsOfMatch(match).filter(({ template }) => !RUN_TEMPLATES.has(template)),
    );
    return [
      {
        rule,
        record,
        reason: reasonOf(record, match, matcher),
        metadata: metadataFrom(record, match, matcher),
        match: found.match,
        confirmed: found.confirmed,
        firstIndex: log.indexes[i] ?? 0,
        retracted: retractedBy(rule, found.match),
      },
    ];
  });
  const facts = new Set<Fact>();
  for (const memory of matcher.facts.values())
    memory.each((fact) => void (isHidden(fact) || facts.add(fact)));
  const endOf = new Map<Fact, number>();
  for (const [i, { match, retracted }] of firings.entries()) {
    for (const { fact } of match.facts) if (!isHidden(fact)) facts.add(fact);
    for (const fact of retracted) if (fact.gone && !endOf.has(fact)) endOf.set(fact, i);
  }
  const inOrder = [...facts].sort((a, b) => a.index - b.index);
  return { matcher, firings, winner: winnerOf(matcher), facts: inOrder, endOf, document };
}

/** Number of the firing that asserted a fact; null: it came from outside. */
export function makerOf({ firings }: Recording, fact: Fact): number | null {
  let maker: number | null = null;
  for (const [i, { firstIndex }] of firings.entries()) {
    if (firstIndex > fact.index) break;
    maker = i;
  }
  return maker;
}

/** The facts there were right before a firing, by template; after the last one: those at the end. */
export function factsAt(
  { facts, firings, endOf }: Recording,
  moment: number,
): (template: string) => readonly Fact[] {
  const firing = firings[moment];
  const before = firing?.firstIndex ?? Infinity;
  const there = facts.filter(
    (fact) =>
      fact.index < before && (firing === undefined ? !fact.gone : (endOf.get(fact) ?? Infinity) >= moment),
  );
  const byTemplate = group(there);
  return (template) => byTemplate.get(template) ?? [];
}

function group(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const same = groups.get(fact.template);
    if (same === undefined) groups.set(fact.template, [fact]);
    else same.push(fact);
  }
  return groups;
}
