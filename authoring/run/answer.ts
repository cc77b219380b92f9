import { FerruleError, ScopeError, ValidationError } from '../../runtime/engine/errors.ts';
import type { EvaluationResult, Included } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { errorDetail } from '../../library/error-detail.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { Expectation } from '../../library/suite/suite.ts';
import type { Answer, Failure } from '../compare/compare-answer.ts';
import type { TestRuleset } from './test-ruleset.ts';

const FACTS: readonly Included[] = ['facts'];
const NOTHING: readonly Included[] = [];

/** The facts of an evaluation by who brings them. */
interface GivenFacts {
  readonly facts: readonly FactInput[];
  readonly hostFacts: readonly FactInput[];
}

/** A step of a decision that counts. */
interface Counting {
  /** Sums of its budgets; none at first. */
  readonly sums: readonly FactInput[];
  /** Throws FerruleError for what cannot be counted, before and after the evaluation. */
  readonly check: (given: GivenFacts) => void;
  readonly take: (result: EvaluationResult, given: GivenFacts) => void;
}

/** One evaluation; its facts are gone afterwards. */
export function answer(
  { engine, host, collector, clock }: TestRuleset,
  written: readonly WrittenFact[],
  input: unknown,
  expect: Expectation | null,
  counting: Counting | null = null,
): Answer {
  const sums = counting?.sums ?? [];
  collector?.observe({ held: engine.facts(), facts: [...written, ...sums], input, now: clock.now });
  const include = expect?.facts === undefined ? NOTHING : FACTS;
  const hostFacts = written.filter(({ template }) => host.has(template));
  const facts = hostFacts.length === 0 ? written : written.filter(({ template }) => !host.has(template));
  // With a document the number of a refused fact may be that of one which the document gives.
  const counted = (template: string): readonly WrittenFact[] =>
    input !== null ? [] : host.has(template) ? hostFacts : facts;
  return orFailure(() => {
    const given = { facts, hostFacts: [...hostFacts, ...sums] };
    counting?.check(given);
    const counts = counting !== null;
    const result = engine.evaluate({ scoped: true, ...given, input, include, counts });
    counting?.take(result, given);
    return result;
  }, counted);
}

/** Asserts facts permanently, as a fleet does with its shared facts. `null` if all were accepted. */
export function give({ engine, fleet }: TestRuleset, facts: readonly WrittenFact[]): Failure | null {
  for (const fact of facts) {
    const failure = orFailure(
      () => void (fleet.has(fact.template) ? engine.assertShared([fact]) : engine.assertHostFacts([fact])),
      () => [fact],
    );
    if (failure !== undefined) return failure;
  }
  return null;
}

/** @param counted the facts that a refused one of a template is counted among */
function orFailure<T>(action: () => T, counted: (template: string) => readonly WrittenFact[]): T | Failure {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    const failure = { error: error.code, detail: errorDetail(error) };
    if (!(error instanceof ValidationError || error instanceof ScopeError) || error.template === null)
      return failure;
    const fact = counted(error.template)[error.index ?? 0];
    return fact === undefined ? failure : { ...failure, refused: { fact, slot: error.slot } };
  }
}
