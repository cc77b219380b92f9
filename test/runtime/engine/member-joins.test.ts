import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { full } from '../../full.ts';

/** The same conditions as operators, which use an index, and as tests, which run on every pair. */
const CONDITIONS: readonly (readonly [name: string, indexed: string, asked: string])[] = [
  [
    'has',
    '{ slot: list, expression: "has($r.one)" }',
    '{ slot: list, bind: "$?list" }, { test: "(neq (member$ ?one $?list) FALSE)" }',
  ],
  [
    'in',
    '{ slot: one, expression: "in($r.list)" }',
    '{ slot: one, bind: "?other" }, { test: "(neq (member$ ?other $?asked) FALSE)" }',
  ],
  [
    'has, and equals',
    '{ slot: list, expression: "has($r.one)" }, { slot: id, expression: "not_equals($r.id)" }',
    '{ slot: list, bind: "$?list" }, { slot: id, expression: "not_equals($r.id)" }, { test: "(neq (member$ ?one $?list) FALSE)" }',
  ],
  [
    'each',
    '{ slot: list, each: "?item", expression: "equals($r.one)" }',
    '{ slot: list, each: "?item" }, { test: "(eq ?item ?one)" }',
  ],
  [
    'each, and has',
    '{ slot: list, each: "?item" }, { slot: list, expression: "has($r.one)" }',
    '{ slot: list, each: "?item" }, { slot: list, bind: "$?list" }, { test: "(neq (member$ ?one $?list) FALSE)" }',
  ],
];
const TYPES = ['string', 'symbol', 'integer', 'float', 'time'] as const;
type Type = (typeof TYPES)[number];

const ruleset = (type: Type, condition: string, removes: boolean): string => {
  const slots = `[{ name: id, type: integer }, { name: one, type: ${type} }, { name: list, type: ${type}, list: true }]`;
  const asking = `{ template: request, alias: $r, conditions: [{ slot: one, bind: "?one" }, { slot: list, bind: "$?asked" }] }`;
  return `
templates:
  - { name: request, slots: ${slots} }
  - { name: held, slots: ${slots} }
  - { name: other, slots: [{ name: id, type: integer }] }
rules:
  - name: request-first
    when: [${asking}, { template: held, alias: $h, conditions: [${condition}] }]
    then: { action: allow, reason: "{r.id} {h.id}" }
  - name: nothing-held
    when: [${asking}, { not: [{ template: held, conditions: [${condition}] }] }]
    then: { action: deny, reason: "{r.id}" }
  - name: something-held
    when: [{ template: other }, ${asking}, { exists: [{ template: held, conditions: [${condition}] }] }]
    then: { action: deny, reason: "some {r.id}" }
${removes ? '  - { name: drops, salience: -1, when: [{ template: request, alias: $r }], then: { retract: [$r] } }' : ''}
`;
};

const VALUES: Readonly<Record<Type, readonly unknown[]>> = {
  string: ['a', 'b', '1', '', 'x y'],
  symbol: ['a', 'b', 'nil', 'TRUE'],
  integer: [0, 1, -1, 2n ** 60n],
  float: [0, -0, 1, 2.5],
  time: [0, '1970-01-01T00:00:00.001Z', 1],
};

interface Drawn {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function factsOf(type: Type, most: number): fc.Arbitrary<readonly Drawn[]> {
  const value = fc.constantFrom(...VALUES[type]);
  const data = fc.record({ one: value, list: fc.array(value, { maxLength: 3 }) });
  const fact = fc.tuple(fc.constantFrom('request', 'held', 'held', 'held', 'other'), data);
  return fc.array(fact, { maxLength: most }).map((all) =>
    all.map(([template, { one, list }], id) => ({
      template,
      data: template === 'other' ? { id } : { id, one, list },
    })),
  );
}

const firings = (engine: Engine, facts: readonly Drawn[]): readonly string[] => {
  const result = engine.evaluate({ scoped: true, facts, include: ['firings'] });
  return (result.firings ?? []).map(({ rule, reason }) => `${rule} ${reason}`);
};

describe('joins through lists fire as they do without an index', () => {
  it.each(CONDITIONS)('%s', async (_name, indexed, asked) => {
    for (const type of TYPES) {
      for (const removes of [false, true]) {
        const engines = async () =>
          Promise.all(
            [indexed, asked].map((condition) =>
              Engine.fromSources([{ path: 'r.yaml', text: ruleset(type, condition, removes) }]),
            ),
          );
        const [one, other] = (await engines()) as [Engine, Engine];
        fc.assert(
          fc.property(
            factsOf(type, 60),
            factsOf(type, 40),
            factsOf(type, 30),
            fc.nat(60),
            (held, first, second, gone) => {
              for (const engine of [one, other]) {
                engine.clearFacts();
                engine.assertFacts(held);
              }
              expect(firings(one, first)).toEqual(firings(other, first));
              for (const engine of [one, other]) engine.retract('held', { id: gone });
              expect(firings(one, second)).toEqual(firings(other, second));
              expect(firings(one, first)).toEqual(firings(other, first));
            },
          ),
          { numRuns: full(15, 5) },
        );
      }
    }
  });
});
