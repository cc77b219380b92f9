/** Proofs by enumeration, compared with all requests that have more facts. */
import { expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { mutationsOf } from '../../../authoring/mutate/mutations.ts';
import { propertyRuleset, type PropertyRuleset } from '../../../authoring/properties/property-ruleset.ts';
import type { Property } from '../../../library/suite/property.ts';
import { tryEvery, type Drawn, type Judged } from '../../../authoring/properties/try-every.ts';
import { full } from '../../full.ts';

const NOW = Date.UTC(2026, 0, 1);
const RULES = `
templates:
  - { name: a, slots: [{ name: x, type: boolean, required: true }, { name: n, type: integer, required: true }] }
  - { name: b, slots: [{ name: y, type: boolean, required: true }, { name: z, type: boolean, required: true }] }
  - { name: c, slots: [{ name: w, type: boolean, required: true }] }
rules:
  - name: pair
    when: [{ template: a, alias: $a, conditions: [{ slot: x, expression: equals(true) }, { slot: n, expression: less_than(3) }] }, { template: a, conditions: [{ slot: n, expression: at_least(3) }] }]
    then: { action: allow, reason: pair }
  - name: alone
    when: [{ template: a, alias: $a, conditions: [{ slot: n, expression: at_most(2) }] }, { not: [{ template: b, conditions: [{ slot: y, expression: equals($a.x) }] }] }]
    then: { action: escalate, reason: alone }
  - name: unless
    when: [{ template: b, conditions: [{ slot: y, expression: equals(true) }] }, { not: [{ template: c, conditions: [{ slot: w, expression: equals(false) }] }] }]
    then: { action: deny, reason: unless }
  - name: empty
    when: [{ not: [{ template: b, conditions: [{ slot: z, expression: equals(true) }] }] }, { any: [{ template: a, conditions: [{ slot: n, expression: equals(2) }] }, { exists: [{ template: a, conditions: [{ slot: x, expression: equals(false) }] }] }] }]
    then: { action: route, reason: empty }
`;
/** The same facts, with a table that reads two slots of one of them. */
const TABLE = `${RULES.slice(0, RULES.indexOf('rules:'))}tables:
  - name: graded
    hit: first
    when: [{ template: a, alias: $a }]
    inputs: [$a.n, $a.x]
    outputs: [action, reason]
    rows:
      - ["< 2", true, allow, low]
      - ["< 3", "-", escalate, mid]
    default: [deny, "no row"]
rules:
  - name: unless
    when: [{ template: a, conditions: [{ slot: n, expression: at_least(3) }] }, { not: [{ template: c, conditions: [{ slot: w, expression: equals(false) }] }] }]
    then: { action: route, reason: unless }
`;

const is = (template: string, slot: string, value: boolean): object => ({
  ...{ template, conditions: [{ slot, expression: `equals(${String(value)})` }] },
});
const never = (decision: string, when: readonly object[] | null): Property => ({
  ...{ name: `never ${decision}`, path: [], kind: 'never', decision, when: when && { when } },
});
const stays = (decision: string, added: string): Property => ({
  ...{ name: `${decision} stays with ${added}`, path: [], kind: 'monotone', decision, added: [added] },
});
const PROPERTIES: readonly Property[] = [
  ...['allow', 'escalate', 'deny', 'route'].map((decision) =>
    never(decision, [is('b', 'z', true), { not: [is('a', 'x', false)] }]),
  ),
  never('allow', null),
  never('deny', [is('c', 'w', false)]),
  never('escalate', [is('b', 'y', true), is('b', 'y', false)]),
  never('route', [is('b', 'z', true)]),
  ...['b', 'c'].flatMap((added) => ['allow', 'escalate', 'deny'].map((decision) => stays(decision, added))),
];

const A = [true, false].flatMap((x) => [1, 2, 3].map((n) => ({ template: 'a', data: { x, n } })));
const B = [true, false].flatMap((y) => [true, false].map((z) => ({ template: 'b', data: { y, z } })));

function sets(facts: readonly FactInput[], most: number): readonly (readonly FactInput[])[] {
  return facts.reduce<readonly (readonly FactInput[])[]>(
    (before, fact) => [
      ...before,
      ...before.filter(({ length }) => length < most).map((one) => [...one, fact]),
    ],
    [[]],
  );
}
const C = [true, false].map((w) => ({ template: 'c', data: { w } }));
const ALL = sets(A, 3).flatMap((one) =>
  sets(B, 2).flatMap((two) => sets(C, 2).map((three) => [...one, ...two, ...three])),
);

function judgeWith({ evidence, rule }: PropertyRuleset, property: Property): (drawn: Drawn) => Judged {
  const decide = (facts: readonly FactInput[]): ReturnType<typeof evidence.attempt> =>
    evidence.attempt({ facts, input: null, now: NOW });
  return ({ facts, more }) => {
    const first = decide(facts);
    if (first === null) return { kind: 'refused' };
    if (property.kind === 'order-independent' || first.decision !== property.decision)
      return { kind: 'held' };
    const isFound =
      property.kind === 'never'
        ? rule === null || first.fired.has(rule)
        : decide([...facts, ...more])?.decision !== first.decision;
    return isFound ? { kind: 'refuted', found: { facts, decision: null, got: '' } } : { kind: 'held' };
  };
}

function drawnFor(property: Property): readonly Drawn[] {
  return ALL.flatMap((facts) =>
    property.kind === 'never'
      ? [{ facts, more: [] }]
      : (property.kind === 'monotone' ? [...A, ...B, ...C] : [])
          .filter(({ template }) => property.kind === 'monotone' && property.added.includes(template))
          .map((fact) => ({ facts, more: [fact] })),
  );
}

it.each([
  ['rules', RULES, 1],
  ['a table', TABLE, full(4, 8)],
])('what is proved of %s holds for more facts, and what does not hold is found', (_, text, each) => {
  const counts = { proved: 0, refuted: 0 };
  const { plain, mutations: all } = mutationsOf([{ path: 'rules.yaml', text }]);
  // Not every one, for the time that it takes.
  const mutations = all.filter((_one, i) => i % each === 0);
  const programs: readonly (readonly Source[])[] = [plain, ...mutations.map(({ sources }) => sources())];
  for (const [i, sources] of programs.entries())
    for (const property of PROPERTIES) {
      const ruleset = propertyRuleset(sources, 'r', false, property, loadModule);
      if ('problem' in ruleset) continue;
      const judge = judgeWith(ruleset, property);
      const every = tryEvery(ruleset, property, judge, { now: NOW, budgetMs: 60_000 });
      if (every === null) continue;
      const what = `${property.name}, ${String(i)}: ${mutations[i - 1]?.what ?? 'unchanged'}`;
      if (every.isProof) {
        counts.proved++;
        expect(
          drawnFor(property).find((drawn) => judge(drawn).kind === 'refuted'),
          what,
        ).toBeUndefined();
      } else if (every.found !== null) counts.refuted++;
    }
  expect(counts.proved).toBeGreaterThan(4);
  expect(counts.refuted).toBeGreaterThan(4);
});
