import type { Rule, Template } from '../../compiler/ruleset.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import type { ExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Evidence, Outcome } from './evidence.ts';
import type { Request } from '../../library/suite/request.ts';
import { changeableFunctions } from '../../library/constants/changeable.ts';
import { instantiate } from './formula/instantiate.ts';
import { type Reading } from './formula/read-expression.ts';
import { createTerms, type Terms } from './formula/terms.ts';
import { waysOf, type RuleReading, type Way, type Without } from './formula/ways.ts';
import { cellsOf, factsOfModel } from './model-facts.ts';
import { solve } from './solve/solve.ts';

/** Context of what is looked for. */
export interface AnalysisContext {
  readonly explainable: ExplainableRuleset;
  readonly evidence: Evidence;
  readonly reading: RuleReading;
  /** The ways in which a rule matches; null: there are too many. */
  readonly waysOf: (rule: Rule) => readonly Way[] | null;
  /** Facts for which all of these ways match and no facts fit what must not be there. */
  readonly look: (ways: readonly Way[], more?: readonly Without[]) => Looked;
  /** Evaluates facts at the analysis' clock. */
  readonly attempt: (facts: readonly FactInput[]) => Outcome | null;
  readonly isOutOfTime: () => boolean;
}

type Looked =
  | { readonly kind: 'none' }
  | { readonly kind: 'facts'; readonly facts: readonly FactInput[] }
  | { readonly kind: 'unknown' };

interface ContextOptions {
  /** Milliseconds. */
  readonly now: number;
  /** Reading of `performance.now` at which the search ends. */
  readonly until: number;
  /** Texts of the ruleset's own constants, for facts that people can read. */
  readonly texts: readonly string[];
  /** A matcher that evaluates conditions over closed sets; null to skip them. */
  readonly matcher: Matcher | null;
  /** Facts and atoms that another version is read with, too; left out: its own. */
  readonly terms?: Terms;
  /** Distinguishes conditions of versions (default: one version). */
  readonly tagOf?: Reading['tagOf'];
}

export function createContext(
  explainable: ExplainableRuleset,
  evidence: Evidence,
  { now, until, texts, matcher, terms = createTerms(), tagOf = () => '' }: ContextOptions,
): AnalysisContext {
  const { checked } = explainable;
  const functions = new Map(checked.typedFunctions.map((one) => [one.version.id, one]));
  const templates: ReadonlyMap<string, Template> = new Map(checked.templates.map((one) => [one.name, one]));
  const reading: RuleReading = {
    terms,
    templates,
    relations: new Map(checked.relations.map((one) => [one.template.name, one])),
    unlike: terms.unlike,
    changeable: changeableFunctions(checked),
    functionOf: (id) => functions.get(id),
    tagOf,
    ask(expression, values) {
      if (matcher === null || !explainable.knows(expression)) return null;
      try {
        return explainable.holds(expression, matcher, values);
      } catch {
        return null;
      }
    },
  };
  const ways = new Map<Rule, readonly Way[] | null>();
  return {
    explainable,
    evidence,
    reading,
    waysOf(rule) {
      const known = ways.get(rule);
      if (known !== undefined) return known;
      const read = waysOf(rule, reading);
      ways.set(rule, read);
      return read;
    },
    look(given, more = []) {
      const { facts, said } = instantiate(given, more, reading);
      const solution = solve(said, { cells: cellsOf(facts), texts });
      if (solution.kind !== 'found') return solution;
      return { kind: 'facts', facts: factsOfModel(facts, solution.model) };
    },
    attempt: (facts) => evidence.attempt({ facts, input: null, now } satisfies Request),
    isOutOfTime: () => performance.now() > until,
  };
}
