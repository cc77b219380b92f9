import type { SavedAgenda } from './agenda.ts';
import type { RuleRecord, TemplateOperations } from './contract.ts';
import type { Matcher } from './matcher.ts';
import { locate, run } from './run.ts';
import type { Fact } from './values.ts';

/** The state that the undo log does not hold. */
interface SavedState {
  readonly nextIndex: number;
  readonly factCount: number;
  readonly agendas: readonly SavedAgenda[];
}

function save(matcher: Matcher): SavedState {
  const { nextIndex, factCount, agendas } = matcher;
  return { nextIndex, factCount, agendas: agendas.map((agenda) => agenda.save()) };
}

function rollback(matcher: Matcher, state: SavedState): void {
  matcher.log.rollback();
  matcher.nextIndex = state.nextIndex;
  matcher.factCount = state.factCount;
  matcher.retracting = false;
  matcher.agendas.forEach((agenda, i) => agenda.restore(state.agendas[i]!));
}

/** A fact that passed the validation chain, with the operations of its template. */
export interface ReadFact {
  readonly operations: TemplateOperations;
  readonly fact: Fact;
}

/**
 * The plain evaluation: fires until nothing is left to fire; facts that rules derived stay, and what fired does not
 * fire again. On an error everything is as it was before.
 */
export function evaluatePlain<T>(matcher: Matcher, result: (matcher: Matcher) => T): T {
  const state = save(matcher);
  matcher.startEvaluation();
  try {
    run(matcher);
    const answer = result(matcher);
    matcher.afterRun();
    matcher.log.commit();
    return answer;
  } catch (error) {
    rollback(matcher, state);
    throw locate(error, matcher);
  }
}

/**
 * The request-scoped evaluation: the given facts come in after those that are there, everything fires from a fresh
 * agenda, and then the facts and all that followed from them are taken back.
 */
export function evaluateScoped<T>(
  matcher: Matcher,
  facts: readonly ReadFact[],
  result: (matcher: Matcher) => T,
): T {
  const state = save(matcher);
  matcher.startEvaluation();
  try {
    for (const { operations, fact } of facts) operations.assert(matcher, fact);
    run(matcher);
    return result(matcher);
  } catch (error) {
    throw locate(error, matcher);
  } finally {
    rollback(matcher, state);
  }
}

/**
 * Asserts facts from outside, all or none: an error while one of them is matched takes all of them back. Answers how
 * many are new.
 */
export function assertAll(matcher: Matcher, facts: readonly ReadFact[]): number {
  const { nextIndex, factCount } = matcher;
  matcher.startEvaluation();
  let added = 0;
  try {
    for (const { operations, fact } of facts) if (operations.assert(matcher, fact)) added++;
    matcher.log.commit();
    return added;
  } catch (error) {
    matcher.log.rollback();
    matcher.nextIndex = nextIndex;
    matcher.factCount = factCount;
    for (const agenda of matcher.agendas) agenda.recount();
    throw locate(error, matcher);
  }
}

/** Retracts facts from outside, all or none: an error while one of them is unmatched puts all of them back. */
export function retractAll(matcher: Matcher, facts: readonly Fact[]): void {
  const { factCount } = matcher;
  matcher.startEvaluation();
  try {
    matcher.retract(facts);
    matcher.log.commit();
  } catch (error) {
    matcher.log.rollback();
    matcher.factCount = factCount;
    matcher.retracting = false;
    for (const agenda of matcher.agendas) agenda.recount();
    throw locate(error, matcher);
  }
}

/** The winning rule's reason. */
export function reasonOf(rule: RuleRecord, match: unknown): string {
  return rule.reason ?? rule.reasonOf!(match as never);
}
