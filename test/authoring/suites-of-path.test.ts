/** Which suites `ferrule test PATH` runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
  await folder.write('graphs/a.yaml', 'graph: a');
});
afterAll(() => folder.remove());

describe('the suites of a path', () => {
  it('are those beside the ruleset', async () => {
    await folder.write('one/rules.yaml', await readFile(join(folder.path, 'rules.yaml'), 'utf8'));
    await folder.write('one/cases.json', '[{ "expect": { "decision": "deny" } }]');
    await folder.write('one/more/b.test.yml', 'cases: [{ expect: { decision: deny } }]');
    const { out, code } = await runHere('test', join(folder.path, 'one'), join(folder.path, 'graphs'));
    expect(out).toMatch(/✓ one {2}1 of 1[^\n]*\n✓ b {2}1 of 1/);
    expect(code).toBe(0);
  });

  it('are named after a ruleset of one file', async () => {
    await folder.write('rules.test.yaml', 'cases: [{ expect: { decision: deny } }]');
    for (const name of ['rules.yaml', 'rules.test.yaml'])
      expect((await runHere('test', join(folder.path, name))).out).toContain('✓ rules  1 of 1 passed');
  });

  it('may say their ruleset', async () => {
    const text = 'ruleset: ../rules.yaml\ncases: [{ expect: { decision: deny } }]';
    const file = await folder.write('far/c.test.yaml', text);
    expect((await runHere('test', file)).code).toBe(0);
  });

  it('have to be there', async () => {
    await folder.write('none/rules.yaml', 'x-free: 1');
    expect(await runHere('test', join(folder.path, 'none'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no suite: no cases.json or *.test.yaml') as string,
    });
    expect((await runHere('test', join(folder.path, 'none', 'rules.yaml'))).err).toContain(
      'rules.test.yaml beside it',
    );
    expect((await runHere('test', join(folder.path, 'nowhere'))).err).toContain('no such file or folder');
    expect((await runHere('test', join(folder.path, 'graphs'))).err).toContain('no suites in');
  });
});
