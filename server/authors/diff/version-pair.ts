import type { PassedCompilation } from '../../../compiler/compile.ts';
import type { Rule } from '../../../compiler/ruleset.ts';
import type { Matcher } from '../../../runtime/matcher.ts';
import { DENY, textsOf } from '../analyze/analyze.ts';
import { createContext, type AnalysisContext } from '../analyze/context.ts';
import { createEvidence } from '../analyze/evidence.ts';
import { idleMatcher } from '../analyze/idle-matcher.ts';
import { askRuleset, type AskedRuleset } from '../explain/asked-ruleset.ts';
import { changedRules, type ChangedRules } from './changed-rules.ts';

/** Two versions of a ruleset, ready to be looked at together. */
export interface VersionPair {
  readonly old: AskedRuleset;
  readonly new: AskedRuleset;
  readonly changed: ChangedRules;
  /** Reads a rule of either: with the rules of both where only rules changed, else with those of its own version. */
  readonly contextOf: (rule: Rule) => AnalysisContext;
}

/**
 * @param now the clock, in milliseconds
 * @param until reading of `performance.now` at which searching ends
 */
export function pairVersions(
  before: PassedCompilation,
  after: PassedCompilation,
  { now, until }: { readonly now: number; readonly until: number },
): VersionPair {
  const [old, latest] = [askRuleset(before), askRuleset(after)];
  const changed = changedRules(old.checked, latest.checked);
  const texts = [...new Set([...textsOf(old), ...textsOf(latest)])];
  const contextWith = (asked: AskedRuleset, matcher: Matcher | null): AnalysisContext => {
    const evidence = createEvidence(asked, asked.compiled.default ?? DENY);
    return createContext(asked, evidence, { now, until, texts, matcher });
  };
  const [oldMatcher, newMatcher] = [idleMatcher(old, now), idleMatcher(latest, now)];
  if (changed.onlyRules) {
    const both = contextWith(askBoth(old, oldMatcher, latest), oldMatcher === null ? null : newMatcher);
    return { old, new: latest, changed, contextOf: () => both };
  }
  const ofOld = contextWith(old, oldMatcher);
  const ofNew = contextWith(latest, newMatcher);
  const isOld = new Set(old.checked.rules);
  return { old, new: latest, changed, contextOf: (rule) => (isOld.has(rule) ? ofOld : ofNew) };
}

/** Conditions of either version, each asked of its own. */
function askBoth(old: AskedRuleset, oldMatcher: Matcher | null, latest: AskedRuleset): AskedRuleset {
  return {
    ...latest,
    knows: (expression) => old.knows(expression) || latest.knows(expression),
    holds: (expression, matcher, bindings) =>
      oldMatcher !== null && old.knows(expression)
        ? old.holds(expression, oldMatcher, bindings)
        : latest.holds(expression, matcher, bindings),
  };
}
