import { describe, expect, it } from 'vitest';
import { EvaluationError } from '../../../runtime/engine/errors.ts';
import { Engine } from '../../../library/node/engine.ts';

const ruleset = (test: string, slots: string): string => `
templates:
  - { name: n, slots: [{ name: i, type: integer }, { name: f, type: float }] }
  - { name: sum, slots: [{ name: i, type: integer }] }
rules:
  - name: adds
    when: [{ template: n, conditions: [{ slot: i, bind: "?i" }, { slot: f, bind: "?f" }, { test: "${test}" }] }]
    then: { action: allow, assert: [{ template: sum, slots: { i: "${slots}" } }] }
`;

const LARGEST = 2n ** 63n - 1n;

async function evaluating(test: string, slots: string, data: Record<string, unknown>) {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(test, slots) }]);
  return () => engine.evaluate({ scoped: true, facts: [{ template: 'n', data }] });
}

describe('an integer that leaves 64 bits ends the evaluation', () => {
  it.each<[test: string, slots: string, data: Record<string, unknown>, name: string]>([
    ['(> (+ ?i 1) 0)', '0', { i: LARGEST }, '+'],
    ['(eq ?i ?i)', '(- -2 ?i)', { i: LARGEST }, '-'],
    ['(eq ?i ?i)', '(* ?i ?i)', { i: 2n ** 32n }, '*'],
    ['(eq ?i ?i)', '(abs ?i)', { i: -(2n ** 63n) }, 'abs'],
    ['(eq ?i ?i)', '(round ?f)', { f: 1e19 }, 'round'],
    ['(<> (integer ?f) 1)', '0', { f: -1e300 }, 'integer'],
    ['(<> (div ?i -1) 1)', '0', { i: -(2n ** 63n) }, 'div'],
    ['(eq ?i ?i)', '(mod ?i -1)', { i: -(2n ** 63n) }, 'mod'],
    ['(<> (integer (* ?f 10)) 1)', '0', { f: 1e308 }, 'integer'],
  ])('%s, %s of %o', async (test, slots, data, name) => {
    const evaluate = await evaluating(test, slots, data);
    expect(evaluate).toThrow(EvaluationError);
    expect(evaluate).toThrow(`Integer overflow in function '${name}'`);
  });

  it('and names its rule', async () => {
    const evaluate = await evaluating('(> (+ ?i 1) 0)', '0', { i: LARGEST });
    expect(evaluate).toThrow(
      expect.objectContaining({ rule: 'MAIN::adds', position: 'r.yaml:6:5' }) as Error,
    );
  });

  it('results inside are exact', async () => {
    const evaluate = await evaluating('(> (+ ?i 1) 0)', '(- ?i 1)', { i: LARGEST - 1n });
    expect(evaluate().decision).toBe('allow');
  });
});

describe('wherever a rule computes', () => {
  const templates = `templates:
  - { name: n, slots: [{ name: i, type: integer }, { name: l, type: integer, list: true }] }
functions: [{ name: twice, type: raw, params: [x], body: "(deffunction twice (?x) (* 2 ?x))" }]
rules:
  - name: r
    when: `;
  const N = '{ template: n, alias: $n, conditions: [{ slot: i, bind: "?i" }] }';
  const LEFT = '{ action: allow }';

  it.each<[place: string, when: string, then: string, name: string]>([
    [
      'a function of the ruleset',
      `[${N}, { template: n, conditions: [{ test: "(> (twice ?i) 0)" }] }]`,
      LEFT,
      '*',
    ],
    ['a group', `[${N}, { not: [{ template: n, conditions: [{ test: "(> (+ ?i 1) 0)" }] }] }]`, LEFT, '+'],
    [
      'any',
      `[${N}, { any: [[{ template: n, conditions: [{ test: "(> (+ ?i 1) 0)" }] }], [{ template: n }]] }]`,
      LEFT,
      '+',
    ],
    ['a list of assert', `[${N}]`, '{ assert: [{ template: n, slots: { l: ["(+ ?i 1)"] } }] }', '+'],
    ['a multifield', `[${N}]`, '{ assert: [{ template: n, slots: { l: "(create$ (+ ?i 1))" } }] }', '+'],
    ['modify', `[${N}]`, '{ modify: [{ fact: $n, slots: { i: "(+ ?i 1)" } }] }', '+'],
    [
      'an obligation',
      `[${N}]`,
      '{ action: allow, obligations: [{ type: t, properties: { p: "(+ ?i 1)" } }] }',
      '+',
    ],
    [
      'an item of each',
      '[{ template: n, conditions: [{ slot: l, each: "?x" }, { test: "(> (+ ?x 1) 0)" }] }]',
      LEFT,
      '+',
    ],
    [
      'sum',
      `[${N}, { sum: { of: "?x", from: [${N.replace('?i', '?x')}] }, expression: "at_least(0)" }]`,
      LEFT,
      'sum',
    ],
  ])('%s: nothing is decided and nothing kept', async (_place, when, then, name) => {
    const text = `${templates}${when.replaceAll('alias: $n, ', then.includes('$n') ? 'alias: $n, ' : '')}\n    then: ${then}\n`;
    const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
    const facts = [LARGEST, LARGEST - 1n].map((i) => ({ template: 'n', data: { i, l: [i] } }));
    expect(() => engine.evaluate({ scoped: true, facts })).toThrow(`Integer overflow in function '${name}'`);
    expect(engine.size).toBe(0);
    const small = [{ template: 'n', data: { i: 1, l: [1] } }];
    expect(() => engine.evaluate({ scoped: true, facts: small })).not.toThrow('overflow');
  });
});

describe('in a text, which is written when the rule fires', () => {
  const rules = (then: string, from = '{ template: n, alias: $n }'): string => `templates:
  - { name: n, slots: [{ name: i, type: integer }] }
  - { name: other, slots: [{ name: i, type: integer }] }
rules:
  - name: speaks
    when:
      - { template: other, alias: $o }
      - { sum: { of: $n.i, from: [${from}] }, as: "?total" }
    then: ${then}
  - { name: wins, salience: -1, when: [{ template: n, conditions: [{ slot: i, bind: "?i" }] }], then: { action: deny, reason: wins } }
`;
  const load = (text: string) => Engine.fromSources([{ path: 'r.yaml', text }]);
  const sized = (...sizes: readonly bigint[]) => [
    { template: 'other', data: { i: 1n } },
    ...sizes.map((i) => ({ template: 'n', data: { i } })),
  ];
  const large = sized(LARGEST, LARGEST - 1n);
  const JOINED = '{ template: n, alias: $n, conditions: [{ slot: i, expression: "at_least($o.i)" }] }';

  it.each<[place: string, then: string, from?: string]>([
    ['a reason', '{ action: allow, reason: "all {total}" }'],
    ['a reason of a sum that is joined', '{ action: allow, reason: "all {total}" }', JOINED],
    ['metadata', '{ action: allow, reason: all, metadata: { sum: "{total}" } }'],
    ['a scope', '{ action: scope, reason: all, scope: "up to {total}" }'],
    ['a rule that decides nothing', '{ notify: [owner], reason: "all {total}" }'],
  ])('%s: an error also when another rule wins and firings are not requested', async (_place, then, from) => {
    const engine = await load(rules(then, from));
    const error = expect.objectContaining({
      message: "Integer overflow in function 'sum'",
      rule: 'MAIN::speaks',
      position: 'r.yaml:5:5',
    }) as Error;
    expect(() => engine.evaluate({ scoped: true, facts: large })).toThrow(error);
    expect(() => engine.evaluate({ scoped: true, facts: large, include: ['firings'] })).toThrow(error);
    await expect(engine.explain({ facts: large })).rejects.toThrow(error);
    engine.assertFacts(large);
    expect(() => engine.evaluate()).toThrow(error);
  });

  it('nothing that the rule asserts is kept', async () => {
    const then = '{ reason: "all {total}", assert: [{ template: other, slots: { i: 7 } }] }';
    const engine = await load(rules(then));
    engine.assertFacts(large);
    expect(() => engine.evaluate()).toThrow("Integer overflow in function 'sum'");
    expect(engine.query('other')).toHaveLength(1);
  });

  it('a sum within 64 bits is returned and decides nothing', async () => {
    const engine = await load(rules('{ action: allow, reason: "all {total}" }'));
    const result = engine.evaluate({ scoped: true, facts: sized(LARGEST - 1n, 1n), include: ['firings'] });
    expect([result.decision, result.reason]).toEqual(['deny', 'wins']);
    expect(result.firings?.map(({ reason }) => reason)).toContain(`all ${LARGEST}`);
  });
});
