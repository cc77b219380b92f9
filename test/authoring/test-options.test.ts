import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

let folder: Folder;
let ruleset: string;
let values: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  await folder.write('base/t.yaml', 'templates: [{ name: q, slots: [{ name: n, type: integer }] }]\n');
  await folder.write(
    'in/main/rules.yaml',
    `imports: [../../base]
constants: { most: 10 }
rules:
  - name: few
    when: [{ template: q, conditions: [{ slot: n, expression: at_most($const.most) }] }]
    then: { action: allow, reason: few }
`,
  );
  ruleset = join(folder.path, 'in/main');
  await folder.write(
    'in/main/a.test.yaml',
    'cases: [{ name: twelve, facts: [{ template: q, data: { n: 12 } }], expect: { decision: allow } }]\n',
  );
  values = await folder.write('values.yaml', 'most: 20\n');
});
afterAll(() => folder.remove());

describe('ferrule test', () => {
  it('keeps imports below --root', async () => {
    const alone = await runHere('test', ruleset);
    expect([alone.code, alone.out]).toEqual([3, expect.stringContaining('unknown-import')]);
    expect((await runHere('test', ruleset, '--root', folder.path)).code).toBe(1);
  });

  it('takes the values of constants', async () => {
    const run = (...options: readonly string[]) =>
      runHere('test', ruleset, '--root', folder.path, ...options);
    expect((await run('--set', 'most=12')).code).toBe(0);
    expect((await run('--constants', values)).code).toBe(0);
    expect((await run('--constants', values, '--set', 'most=11')).code).toBe(1);
    const unknown = await run('--set', 'least=1');
    expect([unknown.code, unknown.out]).toEqual([3, expect.stringContaining('least')]);
  });

  it.each([
    ['test', ['--set', 'most=12']],
    ['explain', []],
  ])('and %s writes JSON with --json', async (command, options) => {
    const run = (...words: readonly string[]) =>
      runHere(command, ruleset, '--root', folder.path, ...options, ...words);
    const { code, out } = await run('--json');
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ version: 1 })]);
    expect((await run('--json', '--format', 'json')).code).toBe(0);
    const both = await run('--json', '--format', 'html');
    expect([both.code, both.err]).toEqual([
      2,
      expect.stringContaining('--json cannot be combined with --format'),
    ]);
    const unknown = await run('--format', 'xml');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("unknown format 'xml'")]);
  });
});
