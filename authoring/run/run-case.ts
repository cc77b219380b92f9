import { FerruleError, ScopeError, ValidationError } from '../../runtime/engine/errors.ts';
import type { Included } from '../../runtime/engine/evaluation-result.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { compareAnswer, type Answer, type Failure } from '../compare/compare-answer.ts';
import type { Difference } from '../compare/difference.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { Expectation, Step, TestCase } from '../../library/suite/suite.ts';
import { explainMissing } from './explain-missing.ts';
import type { TestRuleset } from './test-ruleset.ts';

const UNEXPECTED: Difference = {
  what: 'expect',
  expected: 'at least one expectation',
  got: 'none: --update writes the result',
};
const FACTS: readonly Included[] = ['facts'];
const NOTHING: readonly Included[] = [];

/**
 * Runs one case and returns its differences from the expected result. Leaves the engine without facts.
 *
 * @param now clock of a case that says none, in milliseconds
 */
export async function runCase(
  ruleset: TestRuleset,
  one: TestCase,
  now: number,
): Promise<readonly Difference[]> {
  ruleset.clock.now = one.now ?? now;
  if (one.steps !== null) return runSteps(ruleset, one, one.steps);
  if (one.expect === null) return [UNEXPECTED];
  const { expect } = one;
  return withShared(ruleset, one.facts, async (facts, failure) => {
    const got = failure ?? answer(ruleset, facts, one.input, expect);
    return explainMissing(ruleset, { facts, input: one.input }, expect, got, compareAnswer(expect, got));
  });
}

/** The answer to a case without steps. */
export function answerCase(ruleset: TestRuleset, { facts, input, expect }: TestCase): Promise<Answer> {
  return withShared(ruleset, facts, (own, failure) =>
    Promise.resolve(failure ?? answer(ruleset, own, input, expect)),
  );
}

/** Puts the facts of fleet templates in for as long as `use` takes, which is given the others. */
async function withShared<T>(
  ruleset: TestRuleset,
  facts: readonly WrittenFact[],
  use: (own: readonly WrittenFact[], failure: Failure | null) => Promise<T>,
): Promise<T> {
  const isShared = ({ template }: WrittenFact): boolean => ruleset.fleet.has(template);
  if (ruleset.fleet.size === 0 || !facts.some(isShared)) return use(facts, null);
  try {
    const failure = give(ruleset, facts.filter(isShared));
    const own = facts.filter((fact) => !isShared(fact));
    return await use(own, failure);
  } finally {
    ruleset.engine.reset();
  }
}

/** One evaluation; its facts are gone afterwards. */
function answer(
  { engine, host, collector, clock }: TestRuleset,
  written: readonly WrittenFact[],
  input: unknown,
  expect: Expectation | null,
): Answer {
  collector?.observe({ held: engine.facts(), facts: written, input, now: clock.now });
  const include = expect?.facts === undefined ? NOTHING : FACTS;
  const hostFacts = written.filter(({ template }) => host.has(template));
  const facts = hostFacts.length === 0 ? written : written.filter(({ template }) => !host.has(template));
  // With a document the number of a refused fact may be that of one which the document gives.
  const counted = (template: string): readonly WrittenFact[] =>
    input !== null ? [] : host.has(template) ? hostFacts : facts;
  return orFailure(() => engine.evaluate({ scoped: true, facts, hostFacts, input, include }), counted);
}

/** Asserts facts permanently, as a fleet does with its shared facts. `null` if all were accepted. */
function give({ engine, fleet }: TestRuleset, facts: readonly WrittenFact[]): Failure | null {
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

async function runSteps(
  ruleset: TestRuleset,
  { facts }: TestCase,
  steps: readonly Step[],
): Promise<readonly Difference[]> {
  if (!steps.some((step) => step.kind === 'evaluate' && step.expect !== null)) return [UNEXPECTED];
  try {
    const failure = give(ruleset, facts);
    if (failure !== null) return [refused('facts', failure)];
    const differences: Difference[] = [];
    for (const [i, step] of steps.entries()) {
      const place = `step ${i + 1}`;
      const found = await runStep(ruleset, step);
      differences.push(...found.map((one) => ({ ...one, what: `${place}: ${one.what}` })));
      // Results after a refused fact would belong to another session.
      if (step.kind === 'assert' && found.length > 0) break;
    }
    return differences;
  } finally {
    ruleset.engine.reset();
  }
}

async function runStep(ruleset: TestRuleset, step: Step): Promise<readonly Difference[]> {
  if (step.kind === 'advance') {
    ruleset.clock.now += step.by;
    return [];
  }
  if (step.kind === 'assert') {
    const failure = give(ruleset, step.facts);
    return failure === null ? [] : [refused('assert', failure)];
  }
  const got = answer(ruleset, step.facts, step.input, step.expect);
  if (step.expect !== null)
    return explainMissing(ruleset, step, step.expect, got, compareAnswer(step.expect, got));
  return 'error' in got ? [refused('evaluate', got)] : [];
}

function refused(what: string, { error, detail, refused: fact }: Failure): Difference {
  return { what, expected: 'no error', got: `${error}: ${detail}`, ...(fact && { refused: fact }) };
}
