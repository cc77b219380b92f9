/** Releases of a small package in a repository of its own. In a plain run they are made: a dry run does the same up to the commit. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FULL, full } from '../full.ts';

const execute = promisify(execFile);
const RELEASE = resolve('tools/package/release.mjs');
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n';
const MANIFEST = {
  name: 'small',
  version: '1.2.3',
  license: 'MIT',
  type: 'module',
  files: ['dist'],
  exports: { '.': { types: './dist/small.d.ts', default: './dist/small.js' } },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-release-test-'));
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist', 'small.js'), 'export const small = 1;\n');
  await writeFile(join(folder, 'dist', 'small.d.ts'), 'export declare const small: number;\n');
  await write('package.json', `${JSON.stringify(MANIFEST, null, 2)}\n`);
  await write('CHANGELOG.md', CHANGELOG);
  await git('init', '--quiet');
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@example.org');
  await commit();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
const git = async (...args: readonly string[]): Promise<string> =>
  (await execute('git', [...args], { cwd: folder })).stdout.trim();

async function commit(): Promise<void> {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'All');
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function release(...args: readonly string[]): Promise<Ended> {
  return execute(process.execPath, [RELEASE, ...args], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

describe('a release', () => {
  it.runIf(FULL)('that is a dry run packs and looks, and changes nothing', async () => {
    const head = await git('rev-parse', 'HEAD');
    const { code, stdout } = await release('1.3.0', '--dry-run');
    expect(stdout).toContain('All good!');
    expect(stdout).toContain('dry run: v1.3.0 would be committed and tagged');
    expect(code).toBe(0);
    expect(await git('status', '--porcelain')).toBe('');
    expect([await git('tag'), await git('rev-parse', 'HEAD')]).toEqual(['', head]);
  });

  it('is committed under its version, with its notes, and tagged', async () => {
    expect(await release('1.3.0')).toMatchObject({ code: 0 });
    expect(await git('tag', '--points-at', 'HEAD')).toBe('v1.3.0');
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      version: '1.3.0',
    });
    expect(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /## \[Unreleased\]\n\n## \[1\.3\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- A door\.\n/,
    );
  });
});

describe('no release', () => {
  const wrong: readonly (readonly [args: readonly string[], problem: string])[] = [
    [['next'], "release: 'next' is not a valid version"],
    [[], 'release: usage: npm run release -- VERSION [--dry-run]'],
    [['1.2.3'], 'release: 1.2.3 is not newer than small 1.2.3'],
  ];
  it.each(wrong.slice(full(0, -1)))('of %j', async (args, problem) => {
    expect(await release(...args)).toMatchObject({ code: 1, stderr: `${problem}\n` });
  });

  it('of uncommitted, tagged or undocumented changes: all are reported', async () => {
    await git('tag', 'v2.0.0');
    await write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n');
    expect(await release('2.0.0')).toMatchObject({
      code: 1,
      stderr:
        'release: CHANGELOG.md has no entries under [Unreleased]\n' +
        'there are changes that are not committed\nthe tag v2.0.0 already exists\n',
    });
  });

  it('of a package whose entry point is not there', async () => {
    await rm(join(folder, 'dist', 'small.js'));
    await commit();
    const { code } = await release('1.3.0');
    expect(code).toBe(1);
    expect(await git('tag')).toBe('');
  });
});
