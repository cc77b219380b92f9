import { describe, expect, it } from 'vitest';
import { EvaluationError } from '../../runtime/errors.ts';
import { Engine } from '../../server/library/engine.ts';

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
