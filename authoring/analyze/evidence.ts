import type { Rule } from '../../compiler/ruleset.ts';
import { DEFAULT_LIMITS, type DefaultInfo } from '../../runtime/description.ts';
import { FerruleError, LimitError } from '../../runtime/engine/errors.ts';
import type { Matcher } from '../../runtime/engine/matcher.ts';
import { WorkingMemory } from '../../runtime/engine/working-memory.ts';
import { byBringer } from '../../library/by-bringer.ts';
import type { ExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import { readHeld } from '../../library/explain/explain.ts';
import { withDocument } from '../../library/document/with-document.ts';
import type { Request } from '../../library/suite/request.ts';

/** Outcome of evaluating a request. */
export interface Outcome {
  readonly request: Request;
  readonly fired: ReadonlySet<Rule>;
  /** The rule that decided; null: the default did. */
  readonly winner: Rule | null;
  readonly decision: string | null;
}

/** Results of evaluations so far; each claim that something is possible rests on one of them. */
export interface Evidence {
  readonly outcomes: readonly Outcome[];
  /** The first evaluation in which a rule fired, or decided. */
  readonly firedBy: ReadonlyMap<Rule, Outcome>;
  readonly wonBy: ReadonlyMap<Rule, Outcome>;
  /** Requests whose evaluation ended at the limit of firings. */
  readonly endless: readonly Request[];
  /** Evaluates a request. `null` if it is refused or fails. */
  readonly attempt: (request: Request) => Outcome | null;
}

/** Limits of evaluations in an analysis, lower than those of an engine, because the analysis searches for endless loops. */
export const ANALYSIS_LIMITS = { ...DEFAULT_LIMITS, firings: 10_000, matches: 100_000 };
/** Number of evaluations that are kept; later ones rarely show anything new. */
const MOST_KEPT = 5_000;

export function createEvidence(explainable: ExplainableRuleset, otherwise: DefaultInfo): Evidence {
  const { checked, compiled, document } = explainable;
  const rules = new Map(checked.rules.map((rule) => [`${rule.module}::${rule.name}`, rule]));
  const shared = new Set(checked.templates.filter(({ scope }) => scope === 'fleet').map(({ name }) => name));
  const clock = { now: 0 };
  const host = { now: () => clock.now, functions: new Map(), limits: ANALYSIS_LIMITS };
  const memory = new WorkingMemory(compiled, host);
  const outcomes: Outcome[] = [];
  const firedBy = new Map<Rule, Outcome>();
  const wonBy = new Map<Rule, Outcome>();
  const endless: Request[] = [];
  const memoryFor = ({ facts }: Request): WorkingMemory => {
    const held = facts.filter(({ template }) => shared.has(template));
    if (held.length === 0) return memory;
    const own = new WorkingMemory(compiled, host);
    own.assert(readHeld(compiled, held));
    return own;
  };
  const read = (request: Request, { outcome }: Matcher): Outcome => {
    const { winner, trace, count } = outcome;
    const fired = trace.slice(0, count).flatMap(({ name }) => rules.get(name) ?? []);
    const decided = winner === null ? null : (rules.get(winner.name) ?? null);
    return {
      request,
      fired: new Set(fired),
      winner: decided,
      decision: winner === null ? otherwise.action : winner.action,
    };
  };
  const keep = (outcome: Outcome): void => {
    const { fired, winner } = outcome;
    if (outcomes.length < MOST_KEPT) outcomes.push(outcome);
    for (const rule of fired) if (!firedBy.has(rule)) firedBy.set(rule, outcome);
    if (winner !== null && !wonBy.has(winner)) wonBy.set(winner, outcome);
  };
  return {
    outcomes,
    firedBy,
    wonBy,
    endless,
    attempt(asked) {
      const request = withDocument(document, asked);
      clock.now = request.now;
      const { facts, input } = request;
      const own = facts.filter(({ template }) => !shared.has(template));
      try {
        const outcome = memoryFor(request).readScoped(byBringer(compiled, own), input, null, (matcher) =>
          read(request, matcher),
        );
        keep(outcome);
        return outcome;
      } catch (error) {
        if (!(error instanceof FerruleError)) throw error;
        if (error instanceof LimitError && error.limit === 'firings') endless.push(request);
        return null;
      }
    },
  };
}
