import { compareAnswer, type Answer, type Failure } from '../compare/compare-answer.ts';
import type { Difference } from '../compare/difference.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { TestCase } from '../../library/suite/suite.ts';
import { answer, give } from './answer.ts';
import { explainMissing } from './explain-missing.ts';
import { runSteps, UNEXPECTED } from './run-steps.ts';
import type { TestRuleset } from './test-ruleset.ts';

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
