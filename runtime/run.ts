import { NO_ACTION } from './contract.ts';
import { DEFERRED, type DeferredStep } from './deferral.ts';
import { EvaluationError, LimitError } from './errors.ts';
import type { Matcher } from './matcher.ts';
import type { PartialMatch } from './partial-match.ts';

/**
 * Fires rules until every focused agenda is empty. The next activation is the newest of the highest salience of the
 * module in focus; a module is left as soon as its agenda is empty and not entered again (clips-order.md, 1).
 */
export function run(matcher: Matcher): void {
  const { outcome, focus, firstWins, scoped } = matcher;
  const { trace, modules, log } = outcome;
  const limit = matcher.host.limits.firings;
  let count = 0;
  let moduleCount = 0;
  let rank = NO_ACTION - 1;
  matcher.beforeRun();
  // By its index, not with an iterator: this loop is in every evaluation.
  for (let k = 0; k < focus.length; k++) {
    const agenda = focus[k]!;
    if (agenda.pending === 0) continue;
    // Something may fire, and what follows from it must not wait in a module that was left.
    if (scoped) while (matcher.left < k) focus[matcher.left++]!.close();
    const before = count;
    while (agenda.pending > 0) {
      const level = agenda.next();
      const i = level.count - 1;
      let rule = level.rules[i]!;
      let match = level.matches[i];
      if (rule === DEFERRED && (match as DeferredStep).next(matcher)) {
        // The step keeps its place, for the activations that are older.
        ({ rule, match } = match as DeferredStep);
      } else {
        level.count = i;
        agenda.pending--;
        level.matches[i] = undefined;
        // A match that was removed after its activation was placed leaves a dead entry here.
        if (rule === DEFERRED || (rule.removable && (match as PartialMatch).gone)) continue;
      }
      // A match that passed a negated pattern is held back for good by what came since (see RuleRecord).
      if (rule.blocked !== null && rule.blocked(matcher as never, match as never)) continue;
      if (count === limit) throw new LimitError('firings', `More than ${limit} rules fired`);
      trace[count++] = rule;
      if (rule.rank <= rank) {
        // `first` lets nothing follow; all others let an equal rank win later.
        rank = firstWins ? rule.rank - 1 : rule.rank;
        outcome.winner = rule;
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
}

/** Names the rule that was firing in an error that its right side, or the matching it set off, raised. */
export function locate(error: unknown, matcher: Matcher): unknown {
  if (error instanceof EvaluationError && error.rule === null && matcher.current !== null) {
    error.rule = matcher.current.name;
    error.position = matcher.current.position;
  }
  matcher.current = null;
  return isTooLong(error) ? new LimitError('string', 'A text grew longer than any string can be') : error;
}

/** V8's only sign that a string would pass its longest: a bare RangeError. */
function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Invalid string length';
}
