import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';

const RULES = `
ruleset: payments
templates:
  - name: payment
    slots:
      - { name: id, type: string, required: true }
      - { name: requester, type: string, required: true }
      - { name: amount, type: integer, required: true }
  - name: approval
    slots: [{ name: payment, type: string, required: true }, { name: by, type: string, required: true }]
  - { name: frozen, slots: [{ name: hard, type: boolean, default: true }] }
rules:
  - name: small
    when: [{ template: payment, conditions: [{ slot: amount, expression: less_than(100) }] }]
    then: { action: allow, reason: small }
  - name: approved
    when:
      - { template: payment, alias: $p }
      - { template: approval, conditions: [{ slot: payment, expression: equals($p.id) }] }
    then: { action: allow, reason: approved }
  - name: frozen
    when: [{ template: frozen }]
    then: { action: deny, reason: frozen }
`;
const OWN = `
  - name: nobody approves his own
    never: { decision: allow }
    when:
      - { template: payment, alias: $p, conditions: [{ slot: amount, expression: at_least(100) }] }
      - { template: approval, conditions: [{ slot: payment, expression: equals($p.id) }, { slot: by, expression: equals($p.requester) }] }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

let count = 0;
async function run(properties: string, rules = RULES, ...options: readonly string[]): Promise<Ran> {
  const name = `p${count++}`;
  await folder.write(`${name}/rules.yaml`, rules);
  await folder.write(`${name}/a.test.yaml`, `properties:\n${properties}`);
  return runHere('test', join(folder.path, name), '--seed', '7', ...options);
}

describe('never', () => {
  it('is proved for all facts where that can be decided', async () => {
    const { code, out } = await run(
      '  - { name: frozen, never: { decision: allow }, when: [{ template: frozen }] }',
    );
    expect([code, out]).toEqual([0, expect.stringContaining('frozen: proved for all facts')]);
  });

  it('is refuted by the smallest facts found, as a case that passes', async () => {
    const { code, out } = await run(OWN);
    expect(code).toBe(1);
    expect(out).toContain('expected never allow  got allow (seed 7); as a case:');
    const [, text = ''] = /^ +- (\{.*\})$/m.exec(out) ?? [];
    const one = JSON.parse(text) as { facts: { template: string }[] };
    expect(one.facts.map(({ template }) => template).sort()).toEqual(['approval', 'payment']);
    await folder.write('own/rules.yaml', RULES);
    await folder.write('own/a.test.yaml', `cases: [${text}]`);
    expect((await runHere('test', join(folder.path, 'own'))).code).toBe(0);
  });

  it('is tried on all requests with at most one fact per template where slots are closed', async () => {
    const rules = `
ruleset: closed
templates:
  - { name: a, slots: [{ name: x, type: symbol, allowed_values: [p, q, r], required: true }] }
  - { name: b, slots: [{ name: y, type: boolean, required: true }] }
  - { name: c, slots: [{ name: y, type: boolean }] }
rules:
  - { name: mark, salience: 10, when: [{ template: b }], then: { assert: [{ template: c, slots: { y: true } }] } }
  - { name: r, when: [{ template: a, conditions: [{ slot: x, expression: equals(p) }] }, { not: [{ template: c }] }], then: { action: allow, reason: r } }
`;
    const { code, out } = await run(
      '  - { name: marked, never: { decision: allow }, when: [{ template: c }] }',
      rules,
    );
    // 4 of a, 2 each of b and c: no rule reads their slots.
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /not refuted in [\d,]+ requests, all 16 with at most one fact per template, seed 7/,
      ),
    ]);
  });
});

describe('monotone and order_independent', () => {
  const BOTH = `
  - { name: frozen stays, monotone: deny, under: [{ add: frozen }] }
  - { name: order, order_independent: true }
`;

  it('hold, with how many were drawn and the seed', async () => {
    const marks = '{ action: deny, reason: frozen, assert: [{ template: frozen, slots: { hard: false } }] }';
    const { code, out } = await run(BOTH, RULES.replace('{ action: deny, reason: frozen }', marks));
    expect(code).toBe(0);
    expect(out).toMatch(/frozen stays: not refuted in [\d,]+ requests, seed 7/);
    expect(out).toMatch(/order: not refuted in [\d,]+ requests, seed 7/);
  });

  it('say that order is proved where only the actions of what matches count', async () => {
    expect((await run(BOTH)).out).toContain('order: proved for all facts\n');
  });

  it('are refuted', async () => {
    const first = RULES.replace('ruleset: payments', 'ruleset: payments\ndecide: last');
    const { code, out } = await run(
      `
  - { name: denied stays, monotone: deny, under: [{ add: approval }] }
  - { name: order, order_independent: true }
`,
      first,
    );
    expect(code).toBe(1);
    expect(out).toMatch(/expected deny stays {2}got deny, then allow \(seed 7\); as a case:/);
    expect(out).toMatch(/expected the same in any order/);
  });
});

describe('a property', () => {
  it('is reported with --format json', async () => {
    const { out } = await run('  - { name: n, never: { decision: route } }', RULES, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      suites: [{ cases: [{ name: 'n', passed: true, line: 2, note: 'proved for all facts' }] }],
    });
  });

  it.each([
    ['{ name: n }', 'a property has one of `never`, `monotone` and `order_independent`'],
    ['{ name: n, monotone: deny, order_independent: true }', 'a property has one of'],
    ['{ name: n, monotone: deny }', '`monotone` needs `under`'],
    [
      '{ name: n, monotone: deny, under: [{ add: approvel }] }',
      "no template 'approvel' (did you mean 'approval'?)",
    ],
    [
      '{ name: n, monotone: deny, under: [{ add: frozen }], when: [{ template: frozen }] }',
      '`when` belongs to `never`',
    ],
    ['{ name: n, order_independent: true, under: [{ add: frozen }] }', '`under` belongs to `monotone`'],
    ['{ name: n, nevr: { decision: allow } }', "unknown key `nevr` in a property (did you mean 'never'?)"],
    [
      '{ name: n, never: { decision: allow }, when: [{ template: frozn }] }',
      "unknown template `frozn` (did you mean 'frozen'?)",
    ],
  ])('is refused: %s', async (property, message) => {
    const { code, out } = await run(`  - ${property}`);
    expect([code, out]).toEqual([1, expect.stringContaining(message)]);
  });

  it('is drawn with a seed that is a number', async () => {
    const { code, err } = await runHere('test', folder.path, '--seed', 'x');
    expect([code, err]).toEqual([2, expect.stringContaining("--seed needs a whole number, not 'x'")]);
  });
});
