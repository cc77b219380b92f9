/**
 * The analysis finds nothing wrong with rulesets that are not wrong: no warning, every rule seen to fire where cases show
 * it, and only notes that are so.
 */
import { expect, it } from 'vitest';
import { loadModule } from '../../library/node/load-ruleset.ts';
import { analyze } from '../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../authoring/analyze/analysis.ts';
import { suiteRequests } from '../../library/node/suites/suite-requests.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { readRulesetSources, rulesetName } from '../../library/node/sources.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');

async function analysed(path: string): Promise<Analysis> {
  const compilation = compileOrThrow(await readRulesetSources(path), { name: rulesetName(path) });
  return analyze(compilation, loadModule, { requests: await suiteRequests(path, NOW), now: NOW, budgetMs: 30_000 });
}

/** How many notes of each kind there are. What they are, and why they are right: */
const NOTES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // Its rules combine a user and a request without a join, and leave it to the caller to send one of each.
  'test/rulesets/published/01-hello-allow-deny': { conflict: 6, 'expensive-join': 4, 'unused-slot': 2 },
  'test/rulesets/published/02-rbac-modules': { conflict: 12, 'expensive-join': 6, 'unused-slot': 4 },
  // With two requests in one evaluation an allow and a deny meet; a deny wins.
  'test/rulesets/published/03-classification-blp': { conflict: 4 },
  // The caller and its address are only for the log.
  'test/rulesets/published/owasp-agentic': { 'unused-slot': 6 },
  'test/policies/allowed-repos': {},
  'test/policies/container-limits': {},
  // Texts are concatenated and compared, which no index supports.
  'test/policies/document-cloud': { 'expensive-join': 2 },
  'test/policies/domain-roles': {},
  'test/policies/ip-match': {},
  'test/policies/key-match': {},
  'test/policies/required-labels': {},
  'test/policies/salaries': {},
  'test/policies/tags-and-roles': {},
};

it.each(Object.entries(NOTES))('%s', async (path, notes) => {
  const { findings } = await analysed(path);
  expect(findings.filter(({ severity }) => severity === 'warning')).toEqual([]);
  const counts: Record<string, number> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  expect(counts).toEqual(notes);
});

it.each(['data-access', 'payments-budget', 'shell-gate', 'spend-limits', 'tool-call-gate', 'tool-rate', 'triage'])('rulesets/%s', async (name) => {
  const { findings, rules, seen_firing: fired, ignored } = await analysed(`rulesets/${name}`);
  // An allow and a deny meet wherever two requests come in one evaluation: decide says which wins.
  expect(findings.filter(({ code }) => code !== 'conflict')).toEqual([]);
  expect(fired).toBe(rules);
  for (const { reason } of ignored) expect(reason).not.toBe('');
});
