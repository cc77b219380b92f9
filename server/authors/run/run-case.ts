import { FerruleError } from '../../../runtime/errors.ts';
import type { Included } from '../../../runtime/evaluation-result.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { compareAnswer, type Answer, type Failure } from '../compare/compare-answer.ts';
import type { Difference } from '../compare/difference.ts';
import type { WrittenFact } from '../suite/suite-schema.ts';
import type { Expectation, Step, TestCase } from '../suite/suite.ts';
import type { TestRuleset } from './test-ruleset.ts';

const UNEXPECTED: Difference = {
  what: 'expect',
  expected: 'at least one expectation',
  got: 'none: --update writes the answer',
};
const FACTS: readonly Included[] = ['facts'];
const NOTHING: readonly Included[] = [];

/**
 * Runs one case and answers how it differs from what is expected. The engine is left without facts.
 *
 * @param now clock of a case that says none, in milliseconds
 */
export function runCase(ruleset: TestRuleset, one: TestCase, now: number): readonly Difference[] {
  ruleset.clock.now = one.now ?? now;
  if (one.steps !== null) return runSteps(ruleset, one, one.steps);
  if (one.expect === null) return [UNEXPECTED];
  return compareAnswer(one.expect, answerCase(ruleset, one));
}

/** The answer to a case without steps. */
export function answerCase(ruleset: TestRuleset, { facts, input, expect }: TestCase): Answer {
  const isShared = ({ template }: WrittenFact): boolean => ruleset.fleet.has(template);
  if (ruleset.fleet.size === 0 || !facts.some(isShared)) return answer(ruleset, facts, input, expect);
  try {
    const failure = give(ruleset, facts.filter(isShared));
    const own = facts.filter((fact) => !isShared(fact));
    return failure ?? answer(ruleset, own, input, expect);
  } finally {
    ruleset.engine.reset();
  }
}

/** One evaluation; its facts are gone afterwards. */
function answer(
  { engine, host }: TestRuleset,
  written: readonly WrittenFact[],
  input: unknown,
  expect: Expectation | null,
): Answer {
  const include = expect?.facts === undefined ? NOTHING : FACTS;
  const hostFacts = written.filter(({ template }) => host.has(template));
  const facts = hostFacts.length === 0 ? written : written.filter(({ template }) => !host.has(template));
  return orFailure(() => engine.evaluate({ scoped: true, facts, hostFacts, input, include }));
}

/** Puts facts in to stay, as a fleet would those that it shares. Null: all went in. */
function give({ engine, fleet }: TestRuleset, facts: readonly WrittenFact[]): Failure | null {
  return orFailure(() => {
    for (const fact of facts) {
      if (fleet.has(fact.template)) engine.assertShared([fact]);
      else engine.assertHostFacts([fact]);
    }
    return null;
  });
}

function orFailure<T>(action: () => T): T | Failure {
  try {
    return action();
  } catch (error) {
    if (error instanceof FerruleError) return { error: error.code, detail: errorDetail(error) };
    throw error;
  }
}

function runSteps(ruleset: TestRuleset, { facts }: TestCase, steps: readonly Step[]): readonly Difference[] {
  if (!steps.some((step) => step.kind === 'evaluate' && step.expect !== null)) return [UNEXPECTED];
  try {
    const failure = give(ruleset, facts);
    if (failure !== null) return [refused('facts', failure)];
    const differences: Difference[] = [];
    for (const [i, step] of steps.entries()) {
      const place = `step ${i + 1}`;
      const found = runStep(ruleset, step);
      differences.push(...found.map((one) => ({ ...one, what: `${place}: ${one.what}` })));
      // What follows a refused fact would be told of another session.
      if (step.kind === 'assert' && found.length > 0) break;
    }
    return differences;
  } finally {
    ruleset.engine.reset();
  }
}

function runStep(ruleset: TestRuleset, step: Step): readonly Difference[] {
  if (step.kind === 'advance') {
    ruleset.clock.now += step.by;
    return [];
  }
  if (step.kind === 'assert') {
    const failure = give(ruleset, step.facts);
    return failure === null ? [] : [refused('assert', failure)];
  }
  const got = answer(ruleset, step.facts, step.input, step.expect);
  if (step.expect !== null) return compareAnswer(step.expect, got);
  return 'error' in got ? [refused('evaluate', got)] : [];
}

function refused(what: string, { error, detail }: Failure): Difference {
  return { what, expected: 'no error', got: `${error}: ${detail}` };
}
