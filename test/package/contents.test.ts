/** Contents of the tarball: pages with links that resolve, and no scripts that run where it is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anchorsOf, linksOf } from '../docs/pages.ts';
import { pack } from './packed.ts';

const execute = promisify(execFile);
/** Scripts that npm runs where a package is installed, from the registry or from a file. */
const RUN_BY_CONSUMERS = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];

let tarball: string;
let folder: string;
beforeAll(async () => {
  tarball = await pack();
  folder = await mkdtemp(join(tmpdir(), 'ferrule-contents-'));
  await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
});
afterAll(async () => {
  await rm(dirname(tarball), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

it('every relative link of its pages leads to a file, and to a heading, in it', async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name));
  const broken: string[] = [];
  let links = 0;
  for (const page of pages) {
    for (const target of linksOf(await readFile(page, 'utf8'))) {
      links++;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      const isThere = !relative(folder, file).startsWith('..') && existsSync(file);
      const leads =
        isThere &&
        (anchor === undefined ||
          !file.endsWith('.md') ||
          anchorsOf(await readFile(file, 'utf8')).has(anchor));
      if (!leads) broken.push(`${relative(folder, page)}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
  expect(pages.length).toBeGreaterThan(30);
  expect(links).toBeGreaterThan(100);
});

it('nothing installs the package from the registry, where another one may have its name', async () => {
  const files = ['README.md', 'templates/workflow.yaml', 'examples/deploy/ferrule.service'];
  for (const root of ['docs', 'examples/agents', 'clients/python'])
    for (const name of await readdir(root, { recursive: true }))
      if (/\.(?:md|mjs|py)$/.test(name)) files.push(join(root, name));
  const fromRegistry =
    /npm (?:i|install|add)\b[^\n`]*\s(?:ferrule)(?:@\S*)?(?=[\s`]|$)|npx (?:--yes|-y)\b|ferrule@\d|pip install ferrule/m;
  const found = await Promise.all(
    files.map(async (file) => ({ file, line: fromRegistry.exec(await readFile(file, 'utf8'))?.[0] })),
  );
  expect(found.filter(({ line }) => line !== undefined)).toEqual([]);
});

it('it has no script that runs for those who install it, and npm warns of none', async () => {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(Object.keys(scripts).filter((name) => RUN_BY_CONSUMERS.includes(name))).toEqual([]);
  const fresh = await mkdtemp(join(tmpdir(), 'ferrule-fresh-'));
  try {
    await writeFile(join(fresh, 'package.json'), '{"name": "fresh", "private": true}\n');
    const options = ['--omit=optional', '--no-audit', '--no-fund', '--prefer-offline'];
    const { stdout, stderr } = await execute('npm', ['install', ...options, tarball], { cwd: fresh });
    expect(stdout + stderr).not.toMatch(/warn/);
    const installed = join(fresh, 'node_modules', 'ferrule', 'dist', 'cli.cjs');
    expect((await stat(installed)).size).toBe((await stat(join(folder, 'dist', 'cli.cjs'))).size);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
});
