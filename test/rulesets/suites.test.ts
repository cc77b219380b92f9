/**
 * The suites of the shipped rulesets pass, their properties hold for some drawn facts, and every rule and every condition
 * is tested both ways. `ferrule test rulesets/NAME --mutate` lists changes that they do not detect; docs/guides/testing.md has the
 * figures.
 */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runSuites } from '../../authoring/node/run-suites.ts';
import { findSuites, folderName } from '../../library/node/suites/find-suites.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import { FULL, full } from '../full.ts';

const NOW = Date.parse('2025-10-09T08:53:20Z');

/** Names of the properties of suites. */
async function propertiesOf(suites: readonly { readonly file: string }[]): Promise<readonly string[]> {
  const read = suites.map(async ({ file }) => readSuite(file, await readFile(file, 'utf8'), folderName(file)));
  return (await Promise.all(read)).flatMap((one) => (one.ok ? one.suite.properties.map(({ name }) => name) : []));
}

it.each(['data-access', 'spend-limits', 'tool-call-gate', 'triage'])('%s', async (name) => {
  const suites = await findSuites(`rulesets/${name}`);
  // Each property takes seconds. A plain run tries those of one ruleset, which are of every kind.
  const tries = FULL || name === 'triage';
  const left = tries ? [] : await propertiesOf(suites);
  const { suites: ran, coverage } = await runSuites(suites, {
    selects: (one) => !left.some((property) => one.endsWith(property)),
    now: NOW,
    bail: false,
    seed: 7,
    lenient: false,
    covered: true,
    drawn: full(300, 60),
  });
  expect(ran.map(({ file }) => file.replace(/.*\//, ''))).toEqual(['bypasses.test.yaml', 'cases.json', `${name}.test.yaml`]);
  const wrong = ran.flatMap(({ problems, cases }) => [
    ...problems.map(({ message }) => message),
    ...cases.flatMap((one) => (one.differences.length > 0 ? [one.name] : [])),
  ]);
  expect(wrong).toEqual([]);
  const properties = ran.flatMap(({ cases }) => cases.filter(({ note }) => note !== undefined));
  if (tries) expect(properties.length).toBeGreaterThanOrEqual(3);
  const { rules, conditions, branches } = coverage!.totals;
  for (const { covered, total } of [rules, conditions, branches]) expect(covered).toBe(total);
});
