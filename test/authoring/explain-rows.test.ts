import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../library/explain/explanation.ts';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

const ROWS = Array.from({ length: 41 }, (_, i) => `["${i}", home, deny, r${i}]`);
const TABLE = `
ruleset: s
templates: [{ name: a, slots: [{ name: age, type: integer, required: true }, { name: to, type: string, required: true }] }]
tables:
  - name: t
    hit: first
    when: [{ template: a, alias: $a }]
    inputs: [$a.age, $a.to]
    outputs: [action, reason]
    rows: [${ROWS.join(', ')}]
`;

let folder: Folder;
let path: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  path = await folder.write('table.yaml', TABLE);
});
afterAll(() => folder.remove());

async function explain(data: object, ...options: readonly string[]): Promise<string> {
  const facts = await folder.write('facts.json', JSON.stringify([{ template: 'a', data }]));
  return (await runHere('explain', path, '--facts', facts, ...options)).out;
}

describe('an explanation of a table', () => {
  it('says which cell of which row failed, of the three nearest rows', async () => {
    const out = await explain({ age: 7, to: 'work' });
    const asleep = out.slice(out.indexOf('Did not fire:'));
    expect(asleep.match(/^ {2}MAIN::t\/\d+/gm)).toHaveLength(3);
    expect(asleep).toContain('  MAIN::t/8  (deny)');
    expect(asleep).toMatch(/cell home of \$a\.to does not hold: it is "work" {2}table\.yaml:\d+:\d+/);
    expect(asleep).toContain('and 38 further rows of MAIN::t');
  });

  it('says that an earlier row matched', async () => {
    const twice = TABLE.replace('["8", home, deny, r8]', '["7", home, deny, r8]');
    path = await folder.write('twice.yaml', twice);
    const out = await explain({ age: 7, to: 'home' });
    expect(out).toMatch(/MAIN::t\/9 {2}\(deny\).*\n.*\n {4}an earlier row matched: MAIN::t\/8\n/);
  });

  it('has all rows with their cells in JSON', async () => {
    path = await folder.write('table.yaml', TABLE);
    const told = JSON.parse(await explain({ age: 7, to: 'work' }, '--format', 'json')) as Explanation;
    expect(told.not_fired).toHaveLength(41);
    expect(told.not_fired[7]?.stuck?.row).toMatchObject({
      table: 'MAIN::t',
      failed: [{ input: '$a.to', expected: 'home', actual: 'work' }],
      earlier: null,
    });
  });
});
