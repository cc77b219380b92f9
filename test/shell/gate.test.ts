/** The shipped ruleset for shell commands decides what its suites say, and allows none of the known bypasses. */
import { expect, it } from 'vitest';
import { runSuites } from '../../authoring/node/run-suites.ts';
import { findSuites } from '../../library/node/suites/find-suites.ts';

const NOW = Date.parse('2025-10-09T08:53:20Z');

it('decides what the suites of shell-gate say', async () => {
  const suites = await findSuites('rulesets/shell-gate');
  const how = {
    selects: () => true,
    now: NOW,
    bail: false,
    seed: 7,
    lenient: false,
    covered: true,
    drawn: 60,
  };
  const { suites: ran, coverage } = await runSuites(suites, how);
  expect(ran.map(({ file }) => file.replace(/.*\//, ''))).toEqual([
    'bypasses.test.yaml',
    'shell-gate.test.yaml',
  ]);
  const wrong = ran.flatMap(({ problems, cases }) => [
    ...problems.map(({ message }) => message),
    ...cases.flatMap((one) => (one.differences.length > 0 ? [one.name] : [])),
  ]);
  expect(wrong).toEqual([]);
  expect(ran[0]!.cases.length).toBeGreaterThan(180);
  const { rules } = coverage!.totals;
  expect(rules.covered).toBe(rules.total);
});
