import type { Rule, Template } from '../../../compiler/ruleset.ts';
import type { Matcher } from '../../../runtime/matcher.ts';
import type { AskedRuleset } from '../explain/asked-ruleset.ts';
import type { FactInput } from '../../../runtime/read-facts.ts';
import type { Evidence, Outcome, Request } from './evidence.ts';
import { changeableFunctions } from './formula/changeable.ts';
import { instantiate } from './formula/instantiate.ts';
import { createTerms } from './formula/terms.ts';
import { waysOf, type RuleReading, type Way, type Without } from './formula/ways.ts';
import { cellsOf, factsOfModel } from './model-facts.ts';
import { solve } from './solve/solve.ts';

/** What claims are made with. */
export interface AnalysisContext {
  readonly asked: AskedRuleset;
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

export type Looked =
  | { readonly kind: 'none' }
  | { readonly kind: 'facts'; readonly facts: readonly FactInput[] }
  | { readonly kind: 'unknown' };

export interface ContextOptions {
  /** Milliseconds. */
  readonly now: number;
  /** Reading of `performance.now` at which the search ends. */
  readonly until: number;
  /** Texts of the ruleset's own constants, for facts that people can read. */
  readonly texts: readonly string[];
  /** A matcher to ask conditions over closed sets of; null: they are not asked. */
  readonly matcher: Matcher | null;
}

export function createContext(
  asked: AskedRuleset,
  evidence: Evidence,
  { now, until, texts, matcher }: ContextOptions,
): AnalysisContext {
  const { checked } = asked;
  const terms = createTerms();
  const templates: ReadonlyMap<string, Template> = new Map(checked.templates.map((one) => [one.name, one]));
  const reading: RuleReading = {
    terms,
    templates,
    relations: new Map(checked.relations.map((one) => [one.template.name, one])),
    unlike: terms.unlike,
    changeable: changeableFunctions(checked),
    ask(expression, values) {
      if (matcher === null || !asked.knows(expression)) return null;
      try {
        return asked.holds(expression, matcher, values);
      } catch {
        return null;
      }
    },
  };
  const ways = new Map<Rule, readonly Way[] | null>();
  return {
    asked,
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
