import { checkAtMost } from '../facts/at-most.ts';
import type { DefaultInfo } from '../description.ts';
import { NO_ACTION, type RuleRecord } from '../abi.ts';
import { DEFERRED, type DeferredStep } from '../matching/deferral.ts';
import type { ScopedFacts } from './engine-options.ts';
import { EvaluationError, LimitError } from './errors.ts';
import { writeResult, type EvaluationResult, type Identification } from './evaluation-result.ts';
import type { FiringLog } from './firing.ts';
import type { Matcher } from './matcher.ts';
import type { PartialMatch } from '../matching/partial-match.ts';
import { checkData, checkList, NO_FACTS, type FactReader } from '../facts/read-facts.ts';
import type { Fact } from '../values/values.ts';

function hold({ agendas }: Matcher): void {
  for (let i = 0; i < agendas.length; i++) agendas[i]!.hold();
}

/** True if activations wait. */
function isWaiting(matcher: Matcher): boolean {
  return (matcher.waits ??= matcher.agendas.some(({ pending }) => pending > 0));
}

/** Names the rule that was firing in an error that its right side, or the matching it set off, raised. */
function locate(error: unknown, matcher: Matcher): unknown {
  if (error instanceof EvaluationError && error.rule === null && matcher.current !== null) {
    error.rule = matcher.current.name;
    error.position = matcher.current.position;
  }
  matcher.current = null;
  return isTooLong(error) ? new LimitError('string', 'A text exceeds the maximum string length') : error;
}

/** V8's only sign that a string would pass its longest: a bare RangeError. */
function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Invalid string length';
}

function restore({ agendas }: Matcher): void {
  for (let i = 0; i < agendas.length; i++) agendas[i]!.restore();
}

/** Builds the result of an evaluation. */
export interface Answering {
  /** The decision when no rule decided. */
  readonly otherwise: DefaultInfo;
  readonly identification: Identification;
  /** Called while the matches of the firings exist; null if they are not read. */
  readonly conclude: ((result: EvaluationResult, matcher: Matcher) => void) | null;
}

const NO_DROPPED: readonly Fact[] = [];

/** Starts a plain evaluation: retracts the facts of the previous document and asserts those of this one. */
function bringPlain(matcher: Matcher, reader: FactReader, document: unknown, dropped: readonly Fact[]): void {
  if (dropped.length > 0) matcher.retract(dropped);
  if (document !== null) reader.bringDocument(matcher, document);
}

/** Everything that was done stays. */
function keep(matcher: Matcher): void {
  matcher.outcome.log = null;
  matcher.afterRun();
  matcher.log.commit(matcher);
  for (const agenda of matcher.agendas) agenda.letGo();
}

/**
 * One evaluation. Plain: it fires until nothing is left to fire; facts that rules derived stay, and what fired does not
 * fire again. Request-scoped: the given facts come in after the existing ones, the host's first, everything fires
 * from a fresh agenda, and then the facts and all that followed from them are taken back. On an error everything is as it
 * was before.
 *
 * The next activation is the newest of the highest salience of the module in focus; a module is left as soon as its agenda
 * is empty and not entered again (clips-order.md, 1).
 *
 * Every request comes through here, so the loop over the agenda is part of it: V8 compiles what is one function as a whole,
 * and the functions that it calls are inlined up to a limit.
 *
 * @param reader of the matcher's ruleset
 * @param given the facts of a scoped evaluation; null: a plain one
 * @param document whose facts come in before the others, and stay in a plain evaluation; null: none
 * @param log records the firings; null if they are not requested
 * @param dropped facts that a plain evaluation retracts before all else
 */
export function evaluate(
  matcher: Matcher,
  reader: FactReader,
  given: ScopedFacts | null,
  document: unknown,
  log: FiringLog | null,
  { otherwise, identification, conclude }: Answering,
  dropped: readonly Fact[] = NO_DROPPED,
): EvaluationResult {
  const { nextIndex, factCount, outcome, focus, firstWins } = matcher;
  const scoped = given !== null;
  const waiting = matcher.waits ?? isWaiting(matcher);
  if (waiting) hold(matcher);
  if (!scoped) matcher.waits = null;
  matcher.startEvaluation();
  matcher.scoped = scoped;
  outcome.log = log;
  let running = false;
  let emptied = false;
  let kept = false;
  try {
    if (given !== null) {
      const { facts = NO_FACTS } = given;
      matcher.setNow(given.now);
      const count = checkList(facts);
      if (!reader.isLikeLast(facts, count)) reader.find(facts, count);
      const { operations, reachableTemplates } = reader;
      if (document !== null || given.hostFacts !== undefined) {
        matcher.reachableTemplates = count === 0 ? 0 : reachableTemplates[0]!;
        reader.bringFirst(matcher, given, document);
      }
      // Each right after it was read: nothing has to be kept in between. Afterwards only what rules derive can come.
      for (let i = 0; i < count; i++) {
        const { template, data } = facts[i]!;
        checkData(template, data);
        matcher.reachableTemplates = reachableTemplates[i]!;
        operations[i]!.bring(matcher, data);
      }
      matcher.reachableTemplates = 0;
    } else bringPlain(matcher, reader, document, dropped);
    running = true;
    const { trace, modules } = outcome;
    const limit = matcher.mostFirings;
    let count = 0;
    let moduleCount = 0;
    let rank = NO_ACTION - 1;
    let winner: RuleRecord | null = null;
    matcher.beforeRun();
    // By its index, not with an iterator: this loop is in every evaluation.
    const agendas = matcher.agendasToRun(waiting);
    for (let k = 0; k < agendas; k++) {
      const agenda = focus[k]!;
      if (agenda.pending === 0) continue;
      // Something may fire, and what follows from it must not wait in a module that was left.
      if (scoped) matcher.left = k;
      const before = count;
      while (agenda.pending > 0) {
        let level = agenda.levels[agenda.top]!;
        while (level.count === 0) level = agenda.levels[++agenda.top]!;
        const { entries } = level;
        const i = level.count - 2;
        let rule = entries[i] as RuleRecord;
        let match = entries[i + 1];
        if (rule.removable && rule === DEFERRED && (match as DeferredStep).next(matcher)) {
          // The step keeps its place, for the activations that are older.
          ({ rule, match } = match as DeferredStep);
        } else {
          level.count = i;
          agenda.pending--;
          entries[i + 1] = undefined;
          // A match that was removed after its activation was placed leaves a dead entry here.
          if (rule.removable && (rule === DEFERRED || (match as PartialMatch).gone)) continue;
        }
        // A match that passed a negated pattern is held back for good by what came since (see RuleRecord).
        if (rule.blocked !== null && rule.blocked(matcher as never, match as never)) continue;
        if (count === limit) throw new LimitError('firings', `More than ${limit} rules fired`);
        trace[count++] = rule;
        if (rule.rank <= rank) {
          // `first` lets nothing follow; all others let an equal rank win later.
          rank = firstWins ? rule.rank - 1 : rule.rank;
          winner = rule;
          if (rule.readsMatch) outcome.match = match;
        }
        if (log !== null) log.add(match, matcher.nextIndex);
        if (rule.fire !== null) {
          matcher.current = rule;
          rule.fire(matcher as never, match as never);
        }
      }
      if (count > before) modules[moduleCount++] = trace[before]!.module;
    }
    matcher.current = null;
    outcome.count = count;
    outcome.moduleCount = moduleCount;
    outcome.winner = winner;
    emptied = !waiting && matcher.focusesAll;
    const result = writeResult(matcher, winner, count, moduleCount, otherwise, identification, document);
    if (conclude !== null) conclude(result, matcher);
    if (!scoped) keep(matcher);
    kept = !scoped;
    return result;
  } catch (error) {
    const located = locate(error, matcher);
    emptied = false;
    // A fact that is not valid is reported before the effects of the facts before it.
    if (given !== null && !running) reader.readAll(given, document);
    throw reader.revealed(located);
  } finally {
    if (!kept) {
      matcher.log.rollback();
      // All is written: the matches would hold on to the facts of a request until the next one.
      outcome.match = null;
      outcome.log = null;
      matcher.nextIndex = nextIndex;
      matcher.factCount = factCount;
      matcher.retracting = false;
      matcher.left = 0;
      // The agendas are as they were when they were last held, but where nothing waited before and nothing waits now.
      if (!emptied) restore(matcher);
    }
  }
}

/**
 * An operation from outside, between evaluations: completed, or rolled back if matching raises an error.
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
    // The rolled back facts are gone now, and so are their activations.
    matcher.sweepAgendas(start);
    throw locate(error, matcher);
  }
}

/**
 * Asserts facts from outside, all or none: an error while one of them is matched takes all of them back. Returns how
 * many are new.
 */
export function assertAll(matcher: Matcher, facts: readonly Fact[]): number {
  return allOrNothing(matcher, facts, () => {
    let added = 0;
    for (const fact of facts) if (fact.operations.assert(matcher, fact)) added++;
    if (added > 0) checkLimits(matcher, facts);
    return added;
  });
}

function checkLimits(matcher: Matcher, facts: readonly Fact[]): void {
  for (const { info } of new Set(facts.map(({ operations }) => operations))) {
    const { name, atMost } = info;
    if (atMost !== undefined) checkAtMost(matcher.facts.get(name)!, atMost, name);
  }
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
