import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from '../authoring/run-tests.ts';

const TIMES = `
ruleset: times
templates: [{ name: call, slots: [{ name: at, type: time, required: true }] }]
rules:
  - name: early
    when: [{ template: call, conditions: [{ slot: at, expression: "before(2026-01-01T00:00:00Z)" }] }]
    then: { action: allow, reason: early }
`;

describe('ferrule explain --flip', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await rulesetFolder();
  });
  afterAll(() => folder.remove());

  async function flipsOf(ruleset: string, facts: unknown): Promise<string> {
    const file = await folder.write('flip.json', JSON.stringify(facts));
    const { out } = await runHere('explain', ruleset, '--facts', file, '--flip=allow');
    return out.slice(out.indexOf('\nChanges that'));
  }

  it('changes times to the constants of rules and what is just beside them', async () => {
    const rules = await folder.write('times.yaml', TIMES);
    const changed = await flipsOf(rules, [{ template: 'call', data: { at: '2026-05-01T00:00:00Z' } }]);
    expect(changed).toContain(
      'call.at of fact 1: "2025-12-31T23:59:59.999Z" instead of "2026-05-01T00:00:00Z"',
    );
    expect(await flipsOf(rules, [])).toContain('with another fact, call { at: "2025-12-31T23:59:59.999Z" }');
  });

  it('finds a fact of many slots that are joined to the facts given', async () => {
    const [one] = (
      JSON.parse(await readFile('rulesets/spend-limits/cases.json', 'utf8')) as { name: string; facts: [] }[]
    ).filter(({ name }) => name === 'no payment');
    const told = await flipsOf('rulesets/spend-limits', one?.facts);
    expect(told).toMatch(/with another fact, payment \{ .*agent: "buyer", payee: "acme".*currency: "EUR"/);
  });
});
