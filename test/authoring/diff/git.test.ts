import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from '../run-tests.ts';
import { LIMITS } from './limits.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

describe('git:REF:PATH', () => {
  const git = (...words: readonly string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', ['-C', join(folder.path, 'repository'), ...who, ...words], { stdio: 'ignore' });
  };
  const before = process.cwd();
  beforeAll(async () => {
    await folder.write('repository/policies/limits/rules.yaml', `imports: [../shared.yaml]\n${LIMITS}`);
    await folder.write(
      'repository/policies/shared.yaml',
      'templates: [{ name: other, slots: [{ name: id, type: string }] }]',
    );
    git('init', '-q', '.');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    const path = await folder.write(
      'repository/policies/limits/rules.yaml',
      LIMITS.replace('less_than(1000)', 'less_than(900)'),
    );
    await rename(path, path.replace('rules.yaml', 'moved.yaml'));
    process.chdir(join(folder.path, 'repository'));
  });
  afterAll(() => process.chdir(before));

  it('reads a version with what it imports, and leaves the working tree alone', async () => {
    const { code, out } = await runHere('diff', 'git:HEAD:policies/limits', 'policies/limits');
    expect([code, out]).toEqual([1, expect.stringContaining('allow -> deny')]);
    expect(
      (await runHere('diff', 'git:HEAD:policies/limits', 'git:HEAD:policies/limits/rules.yaml')).code,
    ).toBe(3);
    process.chdir('policies');
    expect((await runHere('diff', 'git:HEAD:./limits', 'git:HEAD:policies/limits/')).out).toBe(
      'equivalent (proved)\n',
    );
    process.chdir('..');
    const status = execFileSync('git', ['status', '--short'], { encoding: 'utf8' });
    expect(status).toBe(' D policies/limits/rules.yaml\n?? policies/limits/moved.yaml\n');
  });

  it.each([
    ['git:HEAD', 'invalid Git version git:HEAD: expected git:REF:PATH'],
    ['git:nowhere:policies', 'git: no commit nowhere'],
    ['git:--help:policies', 'git: no commit --help'],
    ['git:HEAD:nowhere', 'git:HEAD:nowhere: no ruleset found'],
    ['git:HEAD:../policies', '../policies is outside the repository'],
    ['git:HEAD:/etc', '/etc is outside the repository'],
  ])('refuses %s', async (path, message) => {
    const { code, err } = await runHere('diff', path, 'policies/limits');
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });

  it('refuses links', async () => {
    execFileSync('ln', ['-s', '../shared.yaml', 'policies/limits/link.yaml']);
    git('add', '-A');
    git('commit', '-q', '-m', 'link');
    const { code, err } = await runHere('diff', 'git:HEAD:policies/limits', 'policies/limits');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('link.yaml is a symbolic link, which is not followed'),
    ]);
  });
});
