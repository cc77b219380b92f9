import type { ScopedFacts } from './engine-options.ts';
import type { FiringLog } from './firing.ts';
import type { Matcher } from './matcher.ts';
import { locate, run } from './run.ts';
import type { FactReader } from './read-facts.ts';
import type { Fact } from './values.ts';

function hold({ agendas }: Matcher): void {
  for (let i = 0; i < agendas.length; i++) agendas[i]!.hold();
}

/** Whether activations wait. */
function isWaiting(matcher: Matcher): boolean {
  return (matcher.waits ??= matcher.agendas.some(({ pending }) => pending > 0));
}

function openLeft(matcher: Matcher): void {
  const { focus } = matcher;
  while (matcher.left > 0) focus[--matcher.left]!.open();
}

/**
 * Takes back everything since the last commit; the agendas are as they were when they were last held.
 *
 * @param emptied nothing waited when it began, and nothing waits now
 */
function takeBack(matcher: Matcher, nextIndex: number, factCount: number, emptied: boolean): void {
  matcher.log.rollback();
  // All is written: the matches would hold on to the facts of a request until the next one.
  matcher.outcome.match = null;
  matcher.outcome.log = null;
  matcher.nextIndex = nextIndex;
  matcher.factCount = factCount;
  matcher.retracting = false;
  openLeft(matcher);
  if (emptied) return;
  const { agendas } = matcher;
  for (let i = 0; i < agendas.length; i++) agendas[i]!.restore();
}

/**
 * The plain evaluation: fires until nothing is left to fire; facts that rules derived stay, and what fired does not
 * fire again. On an error everything is as it was before.
 *
 * @param document whose facts come in first, and stay; null: none
 * @param log remembers the firings; null: nobody asks for them
 */
export function evaluatePlain<T>(
  matcher: Matcher,
  reader: FactReader,
  document: unknown,
  log: FiringLog | null,
  result: (matcher: Matcher) => T,
): T {
  const { nextIndex, factCount } = matcher;
  hold(matcher);
  matcher.waits = null;
  matcher.startEvaluation();
  matcher.outcome.log = log;
  try {
    if (document !== null) reader.bringDocument(matcher, document);
    run(matcher);
    const answer = result(matcher);
    matcher.outcome.log = null;
    matcher.afterRun();
    matcher.log.commit(matcher);
    for (const agenda of matcher.agendas) agenda.letGo();
    return answer;
  } catch (error) {
    takeBack(matcher, nextIndex, factCount, false);
    throw locate(error, matcher);
  }
}

/**
 * The request-scoped evaluation: the given facts come in after those that are there, the host's first, everything fires from a fresh
 * agenda, and then the facts and all that followed from them are taken back.
 *
 * @param reader of the matcher's ruleset
 * @param document whose facts come in before the others; null: none
 * @param log remembers the firings; null: nobody asks for them
 */
export function evaluateScoped<T>(
  matcher: Matcher,
  reader: FactReader,
  given: ScopedFacts,
  document: unknown,
  log: FiringLog | null,
  result: (matcher: Matcher) => T,
): T {
  const { nextIndex, factCount } = matcher;
  let running = false;
  let emptied = false;
  const waiting = isWaiting(matcher);
  if (waiting) hold(matcher);
  matcher.startEvaluation();
  matcher.scoped = true;
  matcher.outcome.log = log;
  try {
    reader.bring(matcher, given, document);
    running = true;
    run(matcher);
    emptied = !waiting && matcher.focusesAll;
    return result(matcher);
  } catch (error) {
    const located = locate(error, matcher);
    // That a fact does not pass is told before what the facts before it led to.
    if (!running) reader.readAll(given, document);
    throw located;
  } finally {
    takeBack(matcher, nextIndex, factCount, emptied);
  }
}

/**
 * An operation from outside, between evaluations: wholly done, or taken back when matching raises an error.
 *
 * @param young the facts that it asserts
 */
function allOrNothing<T>(matcher: Matcher, young: readonly Fact[], operation: () => T): T {
  const { nextIndex, factCount } = matcher;
  matcher.waits = null;
  matcher.startEvaluation();
  try {
    const answer = operation();
    matcher.log.commit(matcher);
    return answer;
  } catch (error) {
    for (const fact of young) fact.gone = true;
    const { start } = matcher.log;
    matcher.log.rollback();
    matcher.nextIndex = nextIndex;
    matcher.factCount = factCount;
    matcher.retracting = false;
    // What was taken back is gone now, and so are the activations it made.
    matcher.sweepAgendas(start);
    throw locate(error, matcher);
  }
}

/**
 * Asserts facts from outside, all or none: an error while one of them is matched takes all of them back. Answers how
 * many are new.
 */
export function assertAll(matcher: Matcher, facts: readonly Fact[]): number {
  return allOrNothing(matcher, facts, () => {
    let added = 0;
    for (const fact of facts) if (fact.operations.assert(matcher, fact)) added++;
    return added;
  });
}

/**
 * Asserts facts that another matcher holds, each as an operation of its own: they came in several, and all of them in
 * one might pass a limit that none of those did.
 */
export function assertHeld(matcher: Matcher, facts: Iterable<Fact>): void {
  for (const fact of facts) assertAll(matcher, [fact]);
}

const NONE: readonly Fact[] = [];

/** Retracts facts from outside, all or none: an error while one of them is unmatched puts all of them back. */
export function retractAll(matcher: Matcher, facts: readonly Fact[]): void {
  allOrNothing(matcher, NONE, () => matcher.retract(facts));
}
