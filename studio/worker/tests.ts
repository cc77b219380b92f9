import { runCase } from '../../authoring/run/run-case.ts';
import type { TestRuleset } from '../../authoring/run/test-ruleset.ts';
import type { Suite } from '../../library/suite/suite.ts';
import type { CaseResult, Question } from '../protocol/messages.ts';
import { expectedText } from './cases.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { suitesOf } from './suites.ts';

/**
 * Runs the cases of all suites, as `ferrule test` does.
 *
 * @throws CompileError
 */
export async function runTests(
  { ruleset }: Question,
  rulesets: LoadedRulesets,
): Promise<readonly CaseResult[]> {
  const { tested } = rulesets.open(ruleset);
  const results: CaseResult[] = [];
  for (const one of suitesOf(ruleset, tested)) {
    const { path, name } = one;
    if (one.ok) results.push(...(await runSuite(path, one.suite, tested)));
    else
      results.push({
        ...{ suite: path, name, expected: '', got: 'invalid suite', passed: false },
        details: one.problems,
      });
  }
  return results;
}

async function runSuite(path: string, suite: Suite, tested: TestRuleset): Promise<readonly CaseResult[]> {
  const now = Date.now();
  const results: CaseResult[] = [];
  for (const one of suite.cases) {
    const differences = await runCase(tested, one, now);
    const expected =
      expectedText(one.expect) ??
      (one.steps === null ? '' : one.steps.length === 1 ? '1 step' : `${one.steps.length} steps`);
    const decided = differences.find((difference) => /decision$/.test(difference.what));
    results.push({
      suite: path,
      name: one.name,
      expected,
      got: differences.length === 0 ? expected : (decided?.got ?? 'differs'),
      passed: differences.length === 0,
      details: differences.map(
        (difference) => `${difference.what}: ${difference.got} instead of ${difference.expected}`,
      ),
    });
  }
  return results;
}
