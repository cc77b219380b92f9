import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Engine, type Explanation } from '../../library/node/engine.ts';
import { rulesetFolder, runHere } from './run-tests.ts';

/** Each aggregate with a condition that no value fulfils. */
const AGGREGATES: readonly (readonly [name: string, form: string, never: string])[] = [
  ['count', 'count: [ITEMS]', 'less_than(0)'],
  ['sum', 'sum: { of: $i.whole, from: [ITEMS] }', 'greater_than(9223372036854775806)'],
  ['sum-float', 'sum: { of: $i.part, from: [ITEMS] }', 'greater_than(1e300)'],
  ['min', 'min: { of: $i.whole, from: [ITEMS] }', 'greater_than(9223372036854775806)'],
  ['max-float', 'max: { of: $i.part, from: [ITEMS] }', 'greater_than(1e300)'],
  ['max-time', 'max: { of: $i.at, from: [ITEMS] }', 'after("9999-01-01T00:00:00Z")'],
  ['distinct', 'distinct: { of: $i.kind, from: [ITEMS] }', 'less_than(0)'],
  ['collect', 'collect: { of: $i.kind, from: [ITEMS] }', 'size_at_least(1000)'],
  ['collect-time', 'collect: { of: $i.at, from: [ITEMS] }', 'size_at_least(1000)'],
  ['collect-whole', 'collect: { of: $i.whole, from: [ITEMS] }', 'size_at_least(1000)'],
];
const FORMS: readonly (readonly [name: string, items: string])[] = [
  ['all', '{ template: item, alias: $i }'],
  ['own', '{ template: item, alias: $i, conditions: [{ slot: owner, expression: equals($a.id) }] }'],
  [
    'least',
    '{ template: item, alias: $i, conditions: [{ slot: owner, expression: equals($a.id) }, { slot: whole, expression: at_least($a.least) }] }',
  ],
];

/** A rule that tells the value, and one that asks for a value that there is not. */
function pair(
  [name, form, never]: (typeof AGGREGATES)[number],
  [kind, items]: (typeof FORMS)[number],
): string {
  const value = name.startsWith('collect') ? '$?v' : '?v';
  const aggregate = `${form.replace('ITEMS', items)}, as: "${value}"`;
  const when = (rest: string): string => `[{ template: asker, alias: $a }, { ${aggregate}${rest} }]`;
  return `
  - { name: tells-${kind}-${name}, when: ${when('')}, then: { notify: [x], reason: "{v}" } }
  - { name: asks-${kind}-${name}, when: ${when(`, expression: '${never}'`)}, then: { action: deny } }`;
}

const RULES = `
templates:
  - { name: asker, slots: [{ name: id, type: symbol }, { name: least, type: integer }] }
  - name: item
    slots:
      - { name: owner, type: symbol }
      - { name: whole, type: integer }
      - { name: part, type: float }
      - { name: at, type: time, default: "2026-01-31T12:00:00Z" }
      - { name: kind, type: symbol }
rules:${FORMS.flatMap((form) => AGGREGATES.map((aggregate) => pair(aggregate, form))).join('')}
`;

const items = fc.array(
  fc.record({
    owner: fc.constantFrom('ann', 'bob'),
    whole: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger()),
    // Texts have fifteen digits.
    part: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((quarters) => quarters / 4),
    at: fc.integer({ min: 0, max: 4_000_000_000 }),
    kind: fc.constantFrom('x', 'y', 'z'),
  }),
  { maxLength: 6 },
);

/** The value that a rule which did not fire was stuck at. */
function valueIn(told: Explanation, rule: string, name: string): unknown {
  const values = told.not_fired.find((why) => why.rule === rule)?.stuck?.values ?? [];
  return values.find((one) => one.name === name && one.fact === null)?.value;
}

/** A value of an explanation as the text that a reason has. */
function asText(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return name.endsWith('-float') ? `float ${Number(value)}` : String(value);
}

it('the reported value of an aggregate is the one that the matcher computed', async () => {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: RULES }]);
  const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() & 0x7fffffff);
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: -3, max: 3 }), async (drawn, least) => {
      const facts = [
        { template: 'asker', data: { id: 'ann', least } },
        ...drawn.map((data) => ({ template: 'item', data })),
      ];
      const told = await engine.explain({ facts });
      const reasons = new Map(told.firings.map(({ rule, reason }) => [rule, reason]));
      for (const [kind] of FORMS) {
        for (const [name] of AGGREGATES) {
          const reason = reasons.get(`MAIN::tells-${kind}-${name}`);
          const rule = `MAIN::asks-${kind}-${name}`;
          if (reason === undefined) {
            // An empty selection has neither a least nor a greatest value.
            expect([name, valueIn(told, rule, 'count')]).toEqual([expect.stringMatching(/^m(in|ax)/), 0]);
            continue;
          }
          const wanted = name.endsWith('-float') ? `float ${Number(reason)}` : reason;
          expect([rule, asText(valueIn(told, rule, 'v'), name)]).toEqual([rule, wanted]);
        }
      }
    }),
    { seed, numRuns: 40 },
  );
});

describe('a rule whose aggregate did not hold', () => {
  const explained = async (when: string, facts: readonly object[]): Promise<string> => {
    const folder = await rulesetFolder();
    const rules = await folder.write(
      'r.yaml',
      `${RULES.slice(0, RULES.indexOf('rules:'))}rules:\n  - { name: r, when: ${when}, then: { action: deny } }\n`,
    );
    const path = await folder.write('facts.json', JSON.stringify(facts));
    const { out } = await runHere('explain', rules, '--facts', path);
    await folder.remove();
    return out;
  };
  const ASKER = { template: 'asker', data: { id: 'ann', least: 1 } };
  const item = (whole: number): object => ({ template: 'item', data: { owner: 'ann', whole } });

  it('is reported with its computed value if it has no name', async () => {
    const out = await explained('[{ count: [{ template: item }], expression: at_least(3) }]', [
      item(1),
      item(2),
    ]);
    expect(out).toContain('at_least(3) does not hold, where ?count = 2 ');
  });

  it('is reported with all values of one test', async () => {
    const sum = '{ sum: { of: $i.whole, from: [{ template: item, alias: $i }] }, as: "?all" }';
    const count = '{ count: [{ template: item }], as: "?n" }';
    const test = '{ template: asker, conditions: [{ test: "(> ?all (* 10 ?n))" }] }';
    const out = await explained(`[${sum}, ${count}, ${test}]`, [ASKER, item(7), item(8)]);
    expect(out).toContain('(> ?all (* 10 ?n)) does not hold, where ?all = 15, ?n = 2 ');
  });

  it('is reported inside a group', async () => {
    const group =
      '{ exists: [{ template: asker, alias: $a }, { count: [{ template: item }], as: "?n", expression: less_than($a.least) }] }';
    const out = await explained(`[${group}]`, [ASKER, item(7), item(8)]);
    expect(out).toContain('less_than($a.least) does not hold, where ?n = 2, ?a-least = 1 ');
  });
});
