import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRulesetSources } from '../../../library/node/sources.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-sources-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string | Uint8Array): Promise<string> {
  const full = join(folder, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, text);
  return full;
}

describe('readRulesetSources', () => {
  it('reads a file', async () => {
    expect(await readRulesetSources(await write('a.yaml', 'rules: []'))).toEqual([
      { path: 'a.yaml', text: 'rules: []' },
    ]);
  });

  it('reads a folder in sorted path order, without what does not belong to a ruleset', async () => {
    for (const path of ['z.yaml', 'rules/b.yml', 'rules/a.yaml', 'Z.yaml']) await write(path, path);
    for (const path of [
      'a.test.yaml',
      'a.test.yml',
      'graphs/g.yaml',
      '.git/x.yaml',
      '.hidden.yaml',
      'notes.md',
      'ferrule.lock',
    ]) {
      await write(path, 'left out');
    }
    const sources = await readRulesetSources(folder);
    expect(sources.map(({ path }) => path)).toEqual(['Z.yaml', 'rules/a.yaml', 'rules/b.yml', 'z.yaml']);
    expect(sources.map(({ text }) => text)).toEqual(['Z.yaml', 'rules/a.yaml', 'rules/b.yml', 'z.yaml']);
  });

  it('follows a link to a file inside the folder', async () => {
    await write('.data/a.yaml', 'text');
    await symlink('.data/a.yaml', join(folder, 'a.yaml'));
    expect(await readRulesetSources(folder)).toEqual([{ path: 'a.yaml', text: 'text' }]);
  });

  it('follows links to folders, and further when a root around the ruleset says how far', async () => {
    await write('shared/roles.yaml', 'roles');
    await write('rules/inner/a.yaml', 'a');
    await write('rules/notes.yaml.bak', 'left out');
    await symlink('inner', join(folder, 'rules/again'));
    expect((await readRulesetSources(join(folder, 'rules'))).map(({ path }) => path)).toEqual([
      'again/a.yaml',
      'inner/a.yaml',
    ]);
    await symlink('../../shared', join(folder, 'rules/inner/shared'));
    await expect(readRulesetSources(join(folder, 'rules'))).rejects.toThrow(
      'is a link that leaves the folder',
    );
    const sources = await readRulesetSources(join(folder, 'rules'), folder);
    expect(sources.map(({ text }) => text)).toEqual(['a', 'roles', 'a', 'roles']);
  });

  it('ignores a link that is not YAML', async () => {
    await write('a.yaml', '');
    await symlink('/etc/hostname', join(folder, 'README'));
    expect(await readRulesetSources(folder)).toHaveLength(1);
  });

  it.each([
    ['a missing path', 'gone', 'no such file or folder'],
    ['a path through a file', 'a.yaml/b', 'no such file or folder'],
    ['a folder without rules', 'empty', 'the folder holds no YAML file of a ruleset'],
    ['bytes that are not UTF-8', 'latin1.yaml', 'is not UTF-8 text'],
    ['a link that leaves', 'outside', 'is a link that leaves the folder'],
    ['a link to a folder around it', 'circle', 'is a link to a parent folder'],
    ['a link to nothing', 'dangling', 'no such file or folder'],
    ['a link to no folder', 'lost', 'no such file or folder'],
    ['a linked folder that leaves', 'away', 'is a link that leaves the folder'],
    [
      'a name in capitals',
      'loud',
      'is ignored because of its name: rename it so that it ends in .yaml or .yml',
    ],
    ['a name that ends in a space', 'blank', 'is ignored because of its name'],
    ['folders without end', 'deep', 'folders are nested more than 32 deep'],
  ])('refuses %s', async (_, path, problem) => {
    await write('a.yaml', '');
    await write('empty/notes.md', '');
    await write('latin1.yaml', Uint8Array.of(0xe9));
    await write('outside/x.md', '');
    await symlink('../a.yaml', join(folder, 'outside/a.yaml'));
    await write('circle/inner/a.yaml', '');
    await symlink('../inner', join(folder, 'circle/inner/loop'));
    await write('lost/a.yaml', '');
    await symlink('nowhere', join(folder, 'lost/rules'));
    await write('away/a.yaml', '');
    await symlink('../outside', join(folder, 'away/rules'));
    await write('loud/a.yaml', '');
    await write('loud/deny.YAML', '');
    await write('blank/a.yaml', '');
    await write('blank/deny.yml ', '');
    await write('dangling/x.md', '');
    await symlink('nowhere.yaml', join(folder, 'dangling/a.yaml'));
    await write(`deep/${'d/'.repeat(40)}a.yaml`, '');
    await expect(readRulesetSources(join(folder, path))).rejects.toThrow(problem);
  });

  it('refuses more bytes than a ruleset may have', async () => {
    const megabytes = Buffer.alloc(7 * 1024 * 1024, 'x');
    for (const name of ['a', 'b', 'c']) await write(`big/${name}.yaml`, megabytes);
    await expect(readRulesetSources(join(folder, 'big'))).rejects.toThrow('bytes of YAML');
  });
});
