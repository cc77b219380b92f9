/** Properties that are tried on every request that rules can distinguish. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';

/**
 * A call has 4 classes of amounts (up to 100, 101, and beyond), 3 of kinds and 2 of vip: 24. The note is only told.
 * A hold has 2.
 */
const RULES = `
ruleset: closed
templates:
  - name: call
    slots:
      - { name: amount, type: integer, required: true }
      - { name: kind, type: string, required: true }
      - { name: vip, type: boolean, required: true }
      - { name: note, type: string, required: true }
  - { name: hold, slots: [{ name: hard, type: boolean, required: true }] }
rules:
  - name: usual
    when: [{ template: call, alias: $c, conditions: [{ slot: amount, expression: at_most(100) }, { slot: kind, expression: "in([read, list])" }] }]
    then: { action: allow, reason: "{c.note}" }
  - name: vip
    when: [{ template: call, conditions: [{ slot: amount, expression: at_most(101) }, { slot: vip, bind: "?v" }, { test: "(member$ ?v (create$ TRUE))" }, { slot: kind, expression: equals(read) }] }]
    then: { action: allow, reason: vip }
  - name: held
    when: [{ template: hold, conditions: [{ slot: hard, expression: equals(true) }] }]
    then: { action: deny, reason: held }
`;

/** A hold compares two slots with each other, in more ways than the analysis reads. */
const asks = (text: string): string =>
  `[{ slot: level, bind: "?l" }, { slot: most, bind: "?m" }, { test: "${text}" }]`;
const WIDE = RULES.replace(
  '{ name: hard, type: boolean, required: true }',
  '{ name: level, type: symbol, allowed_values: [a, b, c, d, e, f, g, h, i], required: true }, { name: most, type: symbol, allowed_values: [a, b, c, d, e, f, g, h], required: true }',
).replace('[{ slot: hard, expression: equals(true) }]', asks('(eq (str-cat ?l ?m) (str-cat i ?m))'));
const NO_HOLD = `{ name: n, never: { decision: allow }, when: [{ template: hold, conditions: ${asks('(eq (str-cat ?m ?l) (str-cat ?m i))')} }] }`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

let count = 0;
async function run(property: string, rules: string): Promise<Ran> {
  const name = `e${count++}`;
  await folder.write(`${name}/rules.yaml`, rules);
  await folder.write(`${name}/a.test.yaml`, `properties:\n  - ${property}`);
  return runHere('test', join(folder.path, name), '--seed', '7');
}

/** Note on a property that holds; the whole output otherwise. */
async function noteOf(property: string, rules = RULES): Promise<string> {
  const { out } = await run(property, rules);
  return /^ {2}n: (.*)$/m.exec(out)?.[1] ?? out;
}

/** The facts of the counterexample. */
async function factsOf(property: string, rules = RULES): Promise<readonly object[]> {
  const { code, out } = await run(property, rules);
  expect(code, out).toBe(1);
  const [, text = '{}'] = /^ +- (\{.*\})$/m.exec(out) ?? [];
  return (JSON.parse(text) as { facts: object[] }).facts;
}

const never = (conditions: string, decision = 'allow'): string =>
  `{ name: n, never: { decision: ${decision} }, when: [{ template: call, conditions: [${conditions}] }] }`;
/** A test that the analysis does not read. */
const odd = (slot: string, value: string): string =>
  `{ slot: ${slot}, bind: "?x" }, { test: "(not (member$ ?x (create$ ${value})))" }`;

describe('a property of closed domains', () => {
  it('is proved with the number of all requests', async () => {
    // A call that is allowed, and a hold: (1 + 24) * (1 + 9 * 8).
    expect(await noteOf(NO_HOLD, WIDE)).toBe('proved for all 1,825 that rules distinguish');
  });

  it('is refuted by the one combination for which it does not hold', async () => {
    const rules = RULES.replace('{ slot: kind, expression: "in([read, list])" }', odd('vip', 'FALSE'));
    const conditions = `{ slot: amount, expression: equals(101) }, { slot: kind, expression: equals(read) }, ${odd('vip', 'FALSE')}`;
    expect(await factsOf(never(conditions), rules)).toEqual([
      { template: 'call', data: { amount: 101, kind: 'read', vip: true, note: 'another' } },
    ]);
  });

  it('is tried with as many facts of a template as can matter', async () => {
    // Allowed with two calls that differ, denied by nothing: one call at most would show nothing.
    const rules = RULES.replace(
      'when: [{ template: call, alias: $c, conditions: [{ slot: amount, expression: at_most(100) }, { slot: kind, expression: "in([read, list])" }] }]',
      'when: [{ template: call, alias: $c, conditions: [{ slot: kind, expression: equals(list) }] }, { template: call, conditions: [{ slot: kind, expression: equals(drop) }] }]',
    );
    const facts = await factsOf(
      never('{ slot: kind, expression: equals(list) }, { slot: amount, expression: at_least(200) }'),
      rules,
    );
    expect(facts).toHaveLength(2);
    expect(await noteOf(never('{ slot: amount, expression: equals(7) }', 'route'), rules)).toBe(
      'proved for all facts',
    );
  });

  it('is tried with the facts that are in the way of a rule', async () => {
    const rules = RULES.replace(
      '- name: held\n    when: [{ template: hold, conditions: [{ slot: hard, expression: equals(true) }] }]',
      '- name: held\n    when: [{ not: [{ template: hold, conditions: [{ slot: hard, bind: "?h" }, { test: "(member$ ?h (create$ TRUE))" }] }] }]',
    );
    expect(rules).not.toBe(RULES);
    const facts = await factsOf('{ name: n, never: { decision: allow } }', rules);
    expect(facts.map((fact) => (fact as { template: string }).template).sort()).toEqual(['call', 'hold']);
  });

  it('is proved of a decision that stays when facts are added', async () => {
    const stays = '{ name: n, monotone: deny, under: [{ add: hold }] }';
    // A call and two holds decide, and another hold is added: 25 * 4 * 2.
    expect(await noteOf(stays)).toBe('proved for all 200 that rules distinguish');
    expect(await factsOf('{ name: n, monotone: allow, under: [{ add: hold }] }')).toHaveLength(2);
  });

  it.each([
    [
      'rules change facts',
      WIDE.replace(
        'reason: held }',
        'reason: held, assert: [{ template: call, slots: { amount: 1, kind: a, vip: true, note: a } }] }',
      ),
    ],
    [
      'facts in the way would need others',
      WIDE.replace(
        '- name: held\n    when: [',
        '- name: held\n    when: [{ not: [{ template: call, conditions: [{ slot: amount, expression: equals(101) }, { slot: kind, expression: equals(a) }] }, { not: [{ template: hold, conditions: [{ slot: level, expression: equals(a) }] }] }] }, ',
      ),
    ],
    ['the order of firings decides', `decide: first\n${WIDE}`],
  ])('is not proved where %s', async (_, rules) => {
    expect(rules).not.toBe(WIDE);
    const { out } = await run(NO_HOLD, rules);
    expect(out).not.toContain('proved');
  });

  it('is drawn only where slots are joined or have other tests', async () => {
    const asked = WIDE.replace('expression: equals(read)', 'expression: contains(read)');
    expect(await noteOf(NO_HOLD, asked)).toMatch(/^not refuted in [\d,]+ requests, seed 7$/);
    const joined = WIDE.replace(
      'slot: kind, expression: equals(read)',
      'slot: kind, expression: equals($c.note)',
    ).replace('- name: vip\n    when: [{', '- name: vip\n    when: [{ template: call, alias: $c }, {');
    expect(joined).toContain('alias: $c }, {');
    expect(await noteOf(NO_HOLD, joined)).toMatch(/^not refuted in [\d,]+ requests, seed 7$/);
  });

  it('draws times of which a slot lists all', async () => {
    const rules = RULES.replace(
      '{ name: note, type: string, required: true }',
      '{ name: note, type: string, required: true }\n      - { name: at, type: time, allowed_values: ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"], required: true }',
    ).replace(
      'alias: $c, conditions: [',
      'alias: $c, conditions: [{ slot: at, expression: "equals(2026-02-01T00:00:00Z)" }, ',
    );
    const [fact] = await factsOf(
      never(
        '{ slot: at, expression: "equals(2026-02-01T00:00:00Z)" }, { slot: vip, expression: equals(false) }',
      ),
      rules,
    );
    expect(fact).toMatchObject({ data: { at: '2026-02-01T00:00:00Z' } });
  });

  it('knows the classes of values that decision tables and functions test', async () => {
    const table = `
templates:
  - { name: t, slots: [{ name: amount, type: integer, required: true }, { name: kind, type: string, required: true }] }
  - { name: fast, slots: [{ name: at, type: boolean, required: true }] }
tables:
  - name: fee
    hit: first
    when: [{ template: t, alias: $t }]
    inputs: [$t.amount, $t.kind]
    outputs: [action, reason]
    rows:
      - ["< 10", read, allow, small]
      - ["< 1000", "-", escalate, mid]
    default: [deny, "no row"]
`;
    // Below 10, 10, between, 1000, above; read and another: 10. Two of them decide: 1 + 10 + 45.
    expect(await noteOf('{ name: n, monotone: deny, under: [{ add: fast }] }', table)).toBe(
      'proved for all 56 that rules distinguish',
    );
    const text = await noteOf('{ name: n, monotone: escalate, under: [{ add: t }] }', table);
    expect(text).toContain('got escalate, then deny');
  });
});
