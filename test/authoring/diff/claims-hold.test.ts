import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { evaluateAgain } from '../../../library/compare/outcome.ts';
import { compareRequests, diffRulesets, openVersions } from '../../../authoring/diff/diff.ts';
import { provesEquivalent } from '../../../authoring/diff/prove-equivalent.ts';
import { searchRequests } from '../../../authoring/diff/requests.ts';
import { pairVersions } from '../../../authoring/diff/version-pair.ts';
import { mutationsOf } from '../../../authoring/mutate/mutations.ts';
import { compileSources, type PassedCompilation } from '../../../compiler/compile.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { full } from '../../full.ts';

const NOW = 1_770_000_000_000;

/** Rules over closed sets, numbers, joins and negation, with overlaps: many changes of it change nothing. */
const OVERLAPPING = `
ruleset: overlapping
templates:
  - name: call
    slots:
      - { name: level, type: symbol, allowed_values: [low, mid, high], required: true }
      - { name: amount, type: integer, required: true }
      - { name: by, type: string, required: true }
  - { name: ban, slots: [{ name: who, type: string, required: true }] }
rules:
  - name: low
    when: [{ template: call, conditions: [{ slot: level, expression: "in([low, mid])" }] }]
    then: { action: allow, reason: low }
  - name: mid
    when: [{ template: call, conditions: [{ slot: level, expression: equals(mid) }, { slot: amount, expression: less_than(10) }] }]
    then: { action: allow, reason: mid }
  - name: much
    when: [{ template: call, conditions: [{ slot: amount, expression: greater_than(100) }] }]
    then: { action: escalate, reason: much }
  - name: very-much
    when: [{ template: call, conditions: [{ slot: amount, expression: greater_than(200) }, { slot: level, expression: not_equals(low) }] }]
    then: { action: escalate, reason: very much }
  - name: banned
    when: [{ template: call, alias: $c }, { template: ban, conditions: [{ slot: who, expression: equals($c.by) }] }]
    then: { action: deny, reason: banned }
  - name: banned-high
    when:
      - { template: call, alias: $c, conditions: [{ slot: level, expression: equals(high) }] }
      - { template: ban, conditions: [{ slot: who, expression: equals($c.by) }] }
    then: { action: deny, reason: banned }
`;

function compiled(sources: readonly Source[]): PassedCompilation | null {
  const compilation = compileSources(sources, { name: 'r' });
  return compilation.ok ? compilation : null;
}

it('versions proved equivalent decide all tried requests equally', () => {
  const { plain, mutations } = mutationsOf([{ path: 'rules.yaml', text: OVERLAPPING }]);
  const old = compiled(plain)!;
  const counts = { proved: 0, differing: 0 };
  for (const { what, line, sources } of mutations) {
    const latest = compiled(sources());
    if (latest === null) continue;
    const pair = pairVersions(old, latest, loadModule, { now: NOW, budgetMs: 10_000 });
    const { until } = pair;
    const search = {
      seed: 1,
      now: NOW,
      runs: full(500, 100),
      until,
      requests: [],
      isSomeRefused: () => false,
    };
    const { changes } = compareRequests(openVersions(old, latest, loadModule), searchRequests(pair, search));
    if (changes.length > 0) counts.differing++;
    if (!provesEquivalent(pair)) continue;
    counts.proved++;
    expect(changes, `${line}: ${what}`).toEqual([]);
  }
  expect(counts.proved).toBeGreaterThan(10);
  expect(counts.differing).toBeGreaterThan(20);
});

it.each(['triage', 'spend-limits'].slice(0, full(2, 1)))(
  'what is told of %s was decided so',
  async (name) => {
    const { readRulesetSources } = await import('../../../library/node/sources.ts');
    const sources = await readRulesetSources(`rulesets/${name}`);
    const { facts } = (
      JSON.parse(await readFile(`rulesets/${name}/cases.json`, 'utf8')) as { facts: [] }[]
    )[0]!;
    const { plain, mutations } = mutationsOf(sources);
    const old = compiled(plain)!;
    const mutation = mutations.find(({ what }) => what.startsWith('without the condition'))!;
    const latest = compiled(mutation.sources())!;
    const requests = [{ facts, input: null, now: NOW }];
    const { changes } = diffRulesets(old, latest, loadModule, {
      now: NOW,
      seed: 3,
      budgetMs: 4_000,
      requests,
    });
    const versions = openVersions(old, latest, loadModule);
    versions.clock.ms = NOW;
    for (const { example } of changes) {
      const given = { facts: example.input as [], hostFacts: [] };
      expect(evaluateAgain(versions.old.engine, given)).toEqual(example.before);
      expect(evaluateAgain(versions.new.engine, given)).toEqual(example.after);
    }
  },
);
