import { afterAll, beforeAll, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

it('cases bring the facts that a fleet shares', async () => {
  await folder.write(
    'fleet/rules.yaml',
    `
templates:
  - { name: alarm, scope: fleet, slots: [{ name: level, type: integer, required: true }] }
  - { name: call, slots: [{ name: tool, type: string }] }
rules:
  - name: halt
    when: [{ template: alarm, conditions: [{ slot: level, expression: at_least(3) }] }, { template: call }]
    then: { action: deny, reason: alarm }
  - { name: go, when: [{ template: call }], then: { action: allow } }
`,
  );
  const suite = await folder.write(
    'fleet/a.test.yaml',
    `
cases:
  - name: an alarm halts calls
    facts: [{ template: call, data: { tool: t } }, { template: alarm, data: { level: 3 } }]
    expect: { decision: deny, fired: [MAIN::go, MAIN::halt], facts: { includes: [{ template: alarm, data: {} }] } }
  - { name: it is gone afterwards, facts: [{ template: call, data: {} }], expect: { decision: allow } }
  - name: a session sees alarms
    steps:
      - { evaluate: [{ template: call, data: {} }], expect: { decision: allow } }
      - { assert: [{ template: alarm, data: { level: 5 } }] }
      - { evaluate: [{ template: call, data: {} }], expect: { decision: deny } }
  - name: shared facts are checked
    facts: [{ template: alarm, data: {} }]
    expect: { error: validation_error, detail: { contains: level } }
`,
  );
  const { out, code } = await runHere('test', suite);
  expect(out).toContain('4 of 4 passed');
  expect(code).toBe(0);
});
