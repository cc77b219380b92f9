/** Reports on properties that are false for few facts. */
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';
import { full } from '../../full.ts';

const EXEMPT = `
ruleset: exempt
templates:
  - { name: pod, slots: [{ name: ns, type: string, required: true }, { name: owner, type: string, required: true }, { name: by, type: string, required: true }] }
relations:
  - { name: exempt, columns: [{ name: ns, type: string }], rows: [[kube-system]] }
rules:
  - name: admit
    when:
      - { template: pod, alias: $p, conditions: [{ slot: by, expression: equals($p.owner) }] }
      - { relation: exempt, conditions: [{ slot: ns, expression: equals($p.ns) }] }
    then: { action: allow, reason: x }
`;

/** An approval by the requester is not refused if the amount is small. */
const PAYMENTS = `
ruleset: payments
templates:
  - { name: payment, slots: [{ name: id, type: string, required: true }, { name: by, type: string, required: true }, { name: amount, type: integer, required: true }] }
  - { name: approval, slots: [{ name: payment, type: string, required: true }, { name: by, type: string, required: true }, { name: note, type: string, required: true }] }
input:
  - { template: payment, slots: { id: $.id, by: $.by, amount: $.amount } }
rules:
  - name: approved
    when:
      - { template: payment, alias: $p }
      - { template: approval, conditions: [{ slot: payment, expression: equals($p.id) }] }
    then: { action: allow, reason: approved }
`;
const SELF = `
      - { template: payment, alias: $p, conditions: [{ slot: id, expression: equals(p-77) }] }
      - { template: approval, conditions: [{ slot: payment, expression: equals($p.id) }, { slot: by, expression: equals($p.by) }] }`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

let count = 0;
async function run(rules: string, suite: string, ...options: readonly string[]): Promise<Ran> {
  const path = await folder.write(`c${++count}/rules.yaml`, rules);
  await folder.write(`c${count}/a.test.yaml`, suite);
  return runHere('test', dirname(path), ...options);
}

describe('a property', () => {
  it.each([1, 2, 3, 4, 5, 6].slice(0, full(6, 2)))(
    'is refuted by a value of a relation, with seed %d',
    async (seed) => {
      const suite = 'properties: [{ name: closed, never: { decision: allow } }]\n';
      const { code, out } = await run(EXEMPT, suite, '--seed', String(seed));
      expect([code, out]).toEqual([1, expect.stringContaining('"ns":"kube-system"')]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is refuted by one fact beside those of a case, with seed %d',
    async (seed) => {
      const suite = `
cases: [{ name: alone, input: { id: p-77, by: ann, amount: 10 }, expect: { decision: deny } }]
properties:
  - name: nobody approves their own
    never: { decision: allow }
    when:${SELF}
`;
      const { code, out } = await run(PAYMENTS, suite, '--seed', String(seed));
      expect([code, out]).toEqual([1, expect.stringContaining('"template":"approval"')]);
    },
  );

  it('is drawn from the facts that documents of cases give', async () => {
    const rules = PAYMENTS.replace(
      'expression: equals($p.id) }]',
      "expression: equals($p.id) }, { slot: by, expression: 'matches(^q{9}7$)' }]",
    ).replace('alias: $p }', "alias: $p, conditions: [{ slot: id, expression: 'matches(^z{9}7$)' }] }");
    const suite = `
cases:
  - { name: alone, input: { id: zzzzzzzzz7, by: ann, amount: 10 }, facts: [{ template: approval, data: { payment: zzzzzzzzz7, by: qqqqqqqqq7, note: x } }], expect: { decision: allow } }
properties: [{ name: closed, never: { decision: allow } }]
`;
    const { code, out } = await run(rules, suite, '--seed', '7');
    expect([code, out]).toEqual([1, expect.stringContaining('"id":"zzzzzzzzz7"')]);
  });

  it('is never said to hold: it is proved, refuted, or not refuted', async () => {
    const rules = EXEMPT.replace(
      'equals($p.owner) }',
      "equals($p.owner) }, { slot: owner, expression: 'matches(^x{9}7$)' }",
    );
    const suite =
      'properties: [{ name: closed, never: { decision: allow } }, { name: none, never: { decision: route } }]\n';
    const { code, out } = await run(rules, suite, '--seed', '7', '--format', 'json');
    expect(code).toBe(0);
    const { suites } = JSON.parse(out) as { suites: { cases: object[] }[] };
    expect(suites[0]?.cases).toMatchObject([
      {
        verdict: 'not refuted',
        note: expect.stringMatching(/^not refuted in [\d,]+ requests, .*seed 7$/) as string,
      },
      { verdict: 'proved', note: 'proved for all facts' },
    ]);
    expect(out).not.toContain('held for');
  });
});
