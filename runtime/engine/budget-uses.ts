/** The uses of an evaluation that the budgets of a ruleset count. An allow that nothing counts has none. */
import type { BudgetInfo } from '../budget-info.ts';
import type { FactInput, FactOutput } from '../facts/read-facts.ts';
import type { Fact } from '../values/values.ts';
import type { EvaluateOptions } from './engine-options.ts';
import { ValidationError } from './errors.ts';
import type { EvaluationResult } from './evaluation-result.ts';
import { factsOf, writeFact, type FiringLog } from './firing.ts';
import type { Matcher } from './matcher.ts';

/** One use of a budget. */
export interface BudgetUse {
  /** Index of the budget. */
  readonly budget: number;
  /** The fact, and as it was sent; null: the use is the document. */
  readonly fact: { readonly read: FactOutput; readonly sent: FactInput } | null;
}

/** The input of an evaluation, as far as budgets read it. */
export interface BudgetCheck {
  readonly budgets: readonly BudgetInfo[];
  /** `null` if the engine held facts before, so that the uses are not known. */
  readonly sent: readonly FactInput[] | null;
  readonly counts: boolean;
}

/** Reason and code of an allow that would have to count. */
const DECISION_REQUIRED = 'this ruleset counts decisions: use POST /v1/decisions';
const REQUIRED_METADATA = Object.freeze({ code: 'decision_required' });

/** Null if a ruleset has no budgets. */
export function budgetCheck(
  budgets: readonly BudgetInfo[] | undefined,
  options: EvaluateOptions,
): BudgetCheck | null {
  if (budgets === undefined) return null;
  if (options.scoped !== true) return { budgets, sent: null, counts: false };
  const { hostFacts = [], facts = [], counts = false } = options;
  return { budgets, sent: [...hostFacts, ...facts], counts };
}

/** Adds the uses to a result that is to be counted. Of any other an allow with uses becomes a deny. */
export function applyBudgets(
  result: EvaluationResult,
  matcher: Matcher,
  log: FiringLog,
  check: BudgetCheck,
): void {
  if (check.counts) {
    result.uses = usesOf(matcher, log, check);
    return;
  }
  if (result.decision !== 'allow') return;
  if (check.sent !== null && usesOf(matcher, log, check).length === 0) return;
  result.decision = 'deny';
  result.reason = DECISION_REQUIRED;
  result.metadata = REQUIRED_METADATA;
  delete result.obligations;
  delete result.missing;
}

function usesOf(matcher: Matcher, log: FiringLog, { budgets, sent }: BudgetCheck): readonly BudgetUse[] {
  const byTemplate = new Map<string, ReadonlyMap<Fact, FactInput>>();
  return budgets.flatMap((budget, i): readonly BudgetUse[] => {
    const { template, use } = budget;
    if (template === null) {
      const counts = use === null || firedMatches(use, matcher, log).length > 0;
      return counts ? [{ budget: i, fact: null }] : [];
    }
    const given = byTemplate.get(template) ?? givenFacts(template, sent ?? [], matcher, log);
    byTemplate.set(template, given);
    const used =
      use === null
        ? given.keys()
        : firedMatches(use, matcher, log).flatMap(
            (match) => factsOf(match).find((fact) => fact.template === template) ?? [],
          );
    const counted = new Set(used);
    // In the order in which they were sent.
    return [...given].flatMap(([fact, own]) =>
      counted.has(fact) ? [{ budget: i, fact: { read: writeFact(fact), sent: own } }] : [],
    );
  });
}

function firedMatches(rule: string, { outcome }: Matcher, { matches }: FiringLog): readonly unknown[] {
  return matches.filter((_, i) => outcome.trace[i]!.name === rule);
}

/**
 * The facts of a template that the request brought, each with what was sent. Throws ValidationError if two are equal, or one
 * equals a fact that the engine holds: it keeps one of them, and one would be free.
 */
function givenFacts(
  template: string,
  sent: readonly FactInput[],
  matcher: Matcher,
  { first, indexes: [derived = Infinity] }: FiringLog,
): ReadonlyMap<Fact, FactInput> {
  const own = sent.filter((fact) => fact.template === template);
  const facts: Fact[] = [];
  matcher.facts.get(template)?.each((fact) => {
    if (fact.index >= first && fact.index < derived) facts.push(fact);
  });
  facts.sort((a, b) => a.index - b.index);
  if (facts.length !== own.length)
    throw new ValidationError(
      `Facts of '${template}' are counted, and two of them are equal: give each an id`,
    );
  return new Map(facts.map((fact, i) => [fact, own[i]!]));
}
