import type { LoadModule } from '../../library/load-module.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import type { Rule } from '../../compiler/ruleset.ts';
import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { DENY, textsOf } from '../analyze/analyze.ts';
import { createContext, type AnalysisContext } from '../analyze/context.ts';
import { createEvidence } from '../analyze/evidence.ts';
import { idleMatcher } from '../analyze/idle-matcher.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
} from '../../library/explain/explainable-ruleset.ts';
import { createTerms } from '../analyze/formula/terms.ts';
import { changedRules, meaningText, type ChangedRules } from './changed-rules.ts';

/** Two versions of a ruleset, ready to be looked at together. */
export interface VersionPair {
  readonly old: ExplainableRuleset;
  readonly new: ExplainableRuleset;
  readonly changed: ChangedRules;
  /** Reading of `performance.now` at which searching ends. */
  readonly until: number;
  /** Reads a rule of either version, with the functions and relations of its own. */
  readonly contextOf: (rule: Rule) => AnalysisContext;
}

/**
 * @param now the clock, in milliseconds
 * @param budgetMs milliseconds for searching, from when both are compiled
 */
export function pairVersions(
  before: PassedCompilation,
  after: PassedCompilation,
  load: LoadModule,
  { now, budgetMs }: { readonly now: number; readonly budgetMs: number },
): VersionPair {
  const [old, latest] = [createExplainableRuleset(before, load), createExplainableRuleset(after, load)];
  const until = performance.now() + budgetMs;
  const changed = changedRules(old.checked, latest.checked);
  const texts = [...new Set([...textsOf(old), ...textsOf(latest)])];
  // Both versions share the facts of a template. Conditions with the same text are the same, except those that call
  // functions that differ.
  const terms = createTerms();
  const tagFor =
    (version: string) =>
    (expression: TypedExpression): string => {
      if (changed.functions.size === 0) return '';
      const text = meaningText(expression);
      return [...changed.functions].some((name) => text.includes(`"${name}"`)) ? `${version} ` : '';
    };
  const contextFor = (explainable: ExplainableRuleset, version: string): AnalysisContext => {
    const evidence = createEvidence(explainable, explainable.compiled.default ?? DENY);
    const shared = changed.onlyRules ? { terms, tagOf: tagFor(version) } : {};
    return createContext(explainable, evidence, {
      now,
      until,
      texts,
      matcher: idleMatcher(explainable, now),
      ...shared,
    });
  };
  const [ofOld, ofNew] = [contextFor(old, 'old'), contextFor(latest, 'new')];
  const isOld = new Set(old.checked.rules);
  return { old, new: latest, changed, until, contextOf: (rule) => (isOld.has(rule) ? ofOld : ofNew) };
}
