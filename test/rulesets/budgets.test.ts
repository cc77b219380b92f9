/** The suites of the shipped rulesets with budgets pass, and every rule, condition and budget is tested both ways. */
import { expect, it } from 'vitest';
import { runSuites } from '../../authoring/node/run-suites.ts';
import { findSuites } from '../../library/node/suites/find-suites.ts';
import { full } from '../full.ts';

const NOW = Date.parse('2025-10-09T08:53:20Z');

it.each(['payments-budget', 'tool-rate'])('%s', async (name) => {
  const suites = await findSuites(`rulesets/${name}`);
  const how = { selects: () => true, now: NOW, bail: false, seed: 7, lenient: false, covered: true, drawn: full(300, 60) };
  const { suites: ran, coverage } = await runSuites(suites, how);
  expect(ran.map(({ file }) => file.replace(/.*\//, ''))).toEqual(['bypasses.test.yaml', `${name}.test.yaml`]);
  const wrong = ran.flatMap(({ problems, cases }) => [
    ...problems.map(({ message }) => message),
    ...cases.flatMap((one) => (one.differences.length > 0 ? [one.name] : [])),
  ]);
  expect(wrong).toEqual([]);
  const { rules, conditions, branches } = coverage!.totals;
  for (const { covered, total } of [rules, conditions, branches]) expect(covered).toBe(total);
});
