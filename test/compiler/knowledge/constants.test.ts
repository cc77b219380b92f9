import { describe, expect, it } from 'vitest';
import { Engine, type ConstantValues } from '../../../library/node/engine.ts';
import { check, checkGood } from '../check/check.ts';

const RULES = `constants: { most: 1000, regions: [eu, us], limits: { search: 10, write: 2 }, kinds: { search: fast }, rate: 1.5, open: true }
templates:
  - name: call
    slots:
      - { name: tool, type: symbol, required: true }
      - { name: rows, type: integer, default: 0 }
      - { name: region, type: symbol, default: eu }
  - name: note
    slots:
      - { name: kind, type: symbol }
      - { name: text, type: string }
      - { name: n, type: integer }
      - { name: where, type: symbol, list: true }
rules:
  - name: most
    when:
      - { template: call, conditions: [{ slot: rows, expression: "greater_than($const.most)" }] }
    then: { action: deny, reason: "more than {const.most} in {const.regions} at {const.rate}, {const.open}" }
  - name: limit
    when:
      - template: call
        alias: $call
        conditions:
          - { slot: tool, bind: "?tool" }
          - { slot: rows, expression: "greater_than($const.limits[$call.tool])" }
          - { slot: region, expression: "in($const.regions)" }
    then:
      action: escalate
      reason: over
      assert:
        - { template: note, slots: { kind: "$const.kinds[$call.tool]", text: "at most {const.most}", n: "(+ 1 (const limits ?tool))", where: $const.regions } }
  - name: within
    when:
      - template: call
        alias: $call
        conditions:
          - { slot: rows, expression: "at_most($const.limits[$call.tool])" }
    then: { action: allow, reason: within }
  - name: known
    when:
      - template: call
        conditions: [{ slot: tool, expression: "has_key($const.limits)" }, { test: "(> (const most) 3)" }]
    then: { action: allow, reason: known }
`;

async function evaluate(data: object, constants?: ConstantValues) {
  const engine = await Engine.fromSources([{ path: 'rules.yaml', text: RULES }], {
    ...(constants ? { constants } : {}),
  });
  return engine.evaluate({
    scoped: true,
    facts: [{ template: 'call', data: { ...data } }],
    include: ['facts'],
  });
}

describe('constants', () => {
  it('work in conditions, texts, expressions and values', async () => {
    const { decision, reason, facts } = await evaluate({ tool: 'search', rows: 11 });
    expect({ decision, reason }).toEqual({ decision: 'escalate', reason: 'over' });
    expect(facts?.[1]?.data).toEqual({ kind: 'fast', text: 'at most 1000', n: 11, where: ['eu', 'us'] });
    expect((await evaluate({ tool: 'search', rows: 1001 })).reason).toBe(
      'more than 1000 in eu, us at 1.5, true',
    );
  });

  it('a key that a map does not have makes a condition false, and so its complement', async () => {
    expect((await evaluate({ tool: 'other', rows: 5 })).ruleTrace).toEqual([]);
    expect((await evaluate({ tool: 'write', rows: 2 })).ruleTrace).toEqual(['MAIN::within', 'MAIN::known']);
  });

  it('a key that a map does not have fails a right side', async () => {
    await expect(evaluate({ tool: 'write', rows: 3 })).rejects.toMatchObject({ code: 'evaluation_failed' });
  });

  it('a load gives other values, which are part of the hash', async () => {
    expect((await evaluate({ tool: 'other', rows: 6 }, { most: 5 })).reason).toBe(
      'more than 5 in eu, us at 1.5, true',
    );
    const source = { path: 'rules.yaml', text: RULES };
    const plain = await Engine.fromSources([source]);
    const given = await Engine.fromSources([source], { constants: { most: 5 } });
    const same = await Engine.fromSources([source], { constants: { most: 5 } });
    expect(given.hash).not.toBe(plain.hash);
    expect(given.hash).toBe(same.hash);
  });

  it.each<[ConstantValues, string]>([
    [{ mots: 5 }, "unknown constant `mots` (did you mean 'most'?)"],
    [{ most: 'many' }, '`many` is not a valid value of type INTEGER'],
    [{ most: [1] }, 'constant `most` is one value, but the value given at load is a list'],
    [{ limits: { search: 1.5 } }, '`1.5` is not a valid value of type INTEGER'],
  ])('a load that gives %j is refused', async (constants, message) => {
    await expect(evaluate({ tool: 'search' }, constants)).rejects.toThrow(message);
  });

  it('a reload that says no constants keeps them and what the load gave', async () => {
    const engine = await Engine.fromSources([{ path: 'rules.yaml', text: RULES }], {
      constants: { most: 5 },
    });
    await engine.reloadRules({
      yaml: `rules:
  - name: most
    when: [{ template: call, conditions: [{ slot: rows, expression: "greater_than($const.most)" }] }]
    then: { action: deny, reason: "over {const.most}" }
`,
    });
    const facts = [{ template: 'call', data: { tool: 'x', rows: 6 } }];
    expect(engine.evaluate({ scoped: true, facts }).reason).toBe('over 5');
  });

  it('a rule with an alias of this name keeps it', () => {
    checkGood(`constants: { most: 1 }
templates: [{ name: a, slots: [{ name: most, type: integer }] }]
rules:
  - name: r
    when:
      - { template: a, alias: $const }
      - { template: a, conditions: [{ slot: most, expression: "greater_than($const.most)" }] }
    then: { action: deny, reason: "{const.most}" }
`);
  });
});

const refused = (constants: string, condition: string, then = 'action: deny'): readonly string[] =>
  check(`constants: ${constants}
templates: [{ name: a, slots: [{ name: s, type: symbol, allowed_values: [x, y] }, { name: n, type: integer }] }]
rules:
  - name: r
    when: [{ template: a, alias: $a, conditions: [{ slot: s, bind: "?s" }, ${condition}] }]
    then: { ${then} }
`).messages;

it.each([
  ['{ n: 1 }', '{ slot: n, expression: "at_most($const.m)" }', 'unknown constant `m`'],
  [
    '{ n: [1] }',
    '{ slot: n, expression: "at_most($const.n)" }',
    'invalid argument for `at_most`: expected one value',
  ],
  [
    '{ n: { x: 1 } }',
    '{ slot: n, expression: "at_most($const.n)" }',
    'constant `n` is a map, but a value or a list is expected here',
  ],
  [
    '{ n: 1 }',
    '{ slot: n, expression: "at_most($const.n[$a.s])" }',
    'constant `n` is one value, but a map is expected here',
  ],
  ['{ n: { x: 1 } }', '{ slot: n, expression: "at_most($const.n[z])" }', 'constant `n` has no key `z`'],
  [
    '{ n: { x: 1, y: two } }',
    '{ slot: n, expression: "at_most($const.n[$a.s])" }',
    'the values of constant `n` do not all have the same type',
  ],
  [
    '{ n: { z: 1 } }',
    '{ slot: s, expression: "has_key($const.n)" }',
    'this can never hold: slot `s` allows none of the keys',
  ],
  ['{ n: 1 }', '{ test: "(> (const m) 1)" }', 'unknown constant `m`'],
  [
    '{ n: 1 }',
    '{ test: "(> (const) 1)" }',
    'invalid `const`: expected the name of a constant, and a key if the constant is a map',
  ],
  ['{ n: { x: 1 } }', '{ test: "(> (const n z) 1)" }', 'constant `n` has no key `z`'],
  [
    '{ n: { x: a } }',
    '{ slot: n, expression: "at_most($const.n[$a.s])" }',
    'slot `n` is INTEGER and cannot be compared with a value of type STRING',
  ],
  ['{ n: {} }', '{ slot: n, expression: "at_most(1)" }', 'the list is empty: expected at least one element'],
  ['{ n: null }', '{ slot: n, expression: "at_most(1)" }', 'expected a value, found nothing'],
])('constants: %s with %s is refused', (constants, condition, message) => {
  expect(refused(constants, condition)).toContain(message);
});
