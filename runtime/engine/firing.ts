import type { Obligation } from '../description.ts';
import type { RuleRecord } from '../abi.ts';
import type { Match } from '../matching/match.ts';
import type { Matcher } from './matcher.ts';
import type { PartialMatch } from '../matching/partial-match.ts';
import type { FactOutput } from '../facts/read-facts.ts';
import { metadataOf } from './rule.ts';
import { isHiddenTemplate } from '../values/hidden-template.ts';
import type { Fact } from '../values/values.ts';

/** Firings of an evaluation, recorded if they are requested. */
export class FiringLog {
  readonly matches: unknown[] = [];
  /** Index that the next fact had when each right side began. */
  readonly indexes: number[] = [];
  /** Index of the first fact of a scoped evaluation. */
  first = 0;

  add(match: unknown, nextIndex: number): void {
    this.matches.push(match);
    this.indexes.push(nextIndex);
  }
}

/** One firing with all that it said. */
export interface Firing {
  /** `module::rule`. */
  rule: string;
  action: string | null;
  reason: string;
  metadata: Readonly<Record<string, string>>;
  scope: string | null;
  notify: readonly string[];
  obligations: readonly Obligation[];
  /** The matched facts, in the order of its patterns. */
  facts: FactOutput[];
}

/** A fact at the end of an evaluation. */
export interface EndFact extends FactOutput {
  /** `module::rule` that derived it; left out when it came from outside. */
  rule?: string;
}

/** The reason that a firing gives. */
export function reasonOf(rule: RuleRecord, match: unknown, matcher: Matcher): string {
  return rule.reasonOf === null ? rule.reason : rule.reasonOf(match as never, matcher as never);
}

export function metadataFrom(
  rule: RuleRecord,
  match: unknown,
  matcher: Matcher,
): Readonly<Record<string, string>> {
  return rule.metadataOf === null
    ? rule.metadata
    : metadataOf(rule.metadataOf(match as never, matcher as never));
}

export function scopeFrom(rule: RuleRecord, match: unknown, matcher: Matcher): string | null {
  return rule.scopeOf === null ? rule.scope : rule.scopeOf(match as never, matcher as never);
}

/** The facts of a match; patterns that bind none (negated ones, groups) are passed over. */
export function factsOf(match: unknown): Fact[] {
  const facts: Fact[] = [];
  let rest = match as Fact | Match<Fact | null> | PartialMatch | null | undefined;
  // Only facts and their stand-ins have operations.
  while (rest !== null && rest !== undefined && !('operations' in rest)) {
    if (rest.fact !== null) facts.push(rest.fact.itself);
    rest = rest.left;
  }
  if (rest !== null && rest !== undefined) facts.push(rest.itself);
  return facts.reverse();
}

/** Facts that a result does not list. */
function isHidden({ template, operations }: Fact): boolean {
  return isHiddenTemplate({ name: template, from: operations.info.from });
}

/** A fact as it leaves the engine. */
export function writeFact(fact: Fact): FactOutput {
  return { template: fact.template, data: fact.operations.write(fact) };
}

/** The firings of the evaluation that just ran, while their matches are in place. */
export function writeFirings(matcher: Matcher, log: FiringLog): Firing[] {
  const { outcome } = matcher;
  const obligations = new Map(outcome.obliged.map((one) => [one.firing, one.obligations]));
  return log.matches.map((match, i) => {
    const rule = outcome.trace[i]!;
    return {
      rule: rule.name,
      action: rule.action,
      reason: reasonOf(rule, match, matcher),
      metadata: metadataFrom(rule, match, matcher),
      scope: scopeFrom(rule, match, matcher),
      notify: rule.notify,
      obligations: obligations.get(i) ?? [],
      facts: factsOf(match)
        .filter((fact) => !isHidden(fact))
        .map(writeFact),
    };
  });
}

/** All facts of the evaluation that just ran, in order of assertion, derived ones with their rule. */
export function writeFacts({ outcome, facts }: Matcher, { indexes }: FiringLog): EndFact[] {
  const all: Fact[] = [];
  for (const memory of facts.values()) memory.each((fact) => void (isHidden(fact) || all.push(fact)));
  all.sort((a, b) => a.index - b.index);
  let firing = -1;
  return all.map((fact) => {
    while (firing + 1 < indexes.length && indexes[firing + 1]! <= fact.index) firing++;
    return firing === -1 ? writeFact(fact) : { ...writeFact(fact), rule: outcome.trace[firing]!.name };
  });
}
