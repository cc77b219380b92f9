import { runCase } from '../../authoring/run/run-case.ts';
import { checkNames } from '../../authoring/run/check-names.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import type { CaseResult, Question } from '../protocol/messages.ts';
import { expectedText } from './cases.ts';
import { isSuite, type OpenRulesets } from './rulesets.ts';
import type { LoadedRuleset } from '../../authoring/language-service/tasks/work/load.ts';

/**
 * Runs the cases of all suites, as `ferrule test` does.
 *
 * @throws CompileError
 */
export async function runTests(
  { ruleset }: Question,
  rulesets: OpenRulesets,
): Promise<readonly CaseResult[]> {
  const loaded = rulesets.open(ruleset);
  const results: CaseResult[] = [];
  for (const { path, text } of ruleset.files.filter(isSuite))
    results.push(...(await runSuite(path, text, ruleset.name, loaded)));
  return results;
}

async function runSuite(
  path: string,
  text: string,
  name: string,
  { tested }: LoadedRuleset,
): Promise<readonly CaseResult[]> {
  const read = readSuite(path, text, name);
  const broken = read.ok ? checkNames(read.suite, tested) : read.problems;
  if (!read.ok || broken.length > 0) {
    const details = broken.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
    const suite = read.ok ? read.suite.name : read.name;
    return [{ suite: path, name: suite, expected: '', got: 'invalid suite', passed: false, details }];
  }
  const now = Date.now();
  const results: CaseResult[] = [];
  for (const one of read.suite.cases) {
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
