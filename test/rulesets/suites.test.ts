/**
 * The suites of the shipped rulesets pass, their properties hold for some drawn facts, and every rule and every condition
 * is tested both ways. `ferrule test rulesets/NAME --mutate` lists changes that they do not detect; docs/guides/testing.md has the
 * figures.
 */
import { expect, it } from 'vitest';
import { runSuites } from '../../authoring/node/run-suites.ts';
import { findSuites } from '../../library/node/suites/find-suites.ts';
import { full } from '../full.ts';

const NOW = Date.parse('2025-10-09T08:53:20Z');

it.each(['data-access', 'spend-limits', 'tool-call-gate', 'triage'])('%s', async (name) => {
  const suites = await findSuites(`rulesets/${name}`);
  const how = { selects: () => true, now: NOW, bail: false, seed: 7, lenient: false, covered: true, drawn: full(300, 60) };
  const { suites: ran, coverage } = await runSuites(suites, how);
  expect(ran.map(({ file }) => file.replace(/.*\//, ''))).toEqual(['bypasses.test.yaml', 'cases.json', `${name}.test.yaml`]);
  const wrong = ran.flatMap(({ problems, cases }) => [
    ...problems.map(({ message }) => message),
    ...cases.flatMap((one) => (one.differences.length > 0 ? [one.name] : [])),
  ]);
  expect(wrong).toEqual([]);
  const properties = ran.flatMap(({ cases }) => cases.filter(({ note }) => note !== undefined));
  expect(properties.length).toBeGreaterThanOrEqual(3);
  const { rules, conditions, branches } = coverage!.totals;
  for (const { covered, total } of [rules, conditions, branches]) expect(covered).toBe(total);
});
