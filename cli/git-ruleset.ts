import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { CommandError } from './command.ts';

const MOST_BYTES = 256 * 1024 * 1024;
/** Files that a ruleset may read. */
const READ = /\.(?:ya?ml|csv)$/i;
const LINK = '120000';
const BLOB = /^1\d{5}$/;

/**
 * Hands `use` a path that holds the ruleset: the one given, or for `git:REF:PATH` a folder outside of the working tree
 * with the files of that commit, which is removed afterwards. PATH is seen from the top of the repository, as Git sees
 * it; with `./` in front from the current folder. Throws CommandError.
 */
export async function withRuleset<T>(given: string, use: (path: string) => Promise<T>): Promise<T> {
  if (!given.startsWith('git:')) return use(given);
  const [, ref = '', written = ''] = /^git:([^:]+):(.*)$/.exec(given) ?? [];
  if (ref === '') throw new CommandError(`invalid Git version ${given}: expected git:REF:PATH`);
  const path = await fromTop(written);
  const tree = (
    await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{tree}`], `no commit ${ref}`)
  ).trim();
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-git-'));
  try {
    const top = join(folder, 'repository');
    await mkdir(top);
    const found = await writeFiles(tree, path, top);
    if (!found) throw new CommandError(`${given}: no ruleset found`);
    return await use(join(top, path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fromTop(written: string): Promise<string> {
  const prefix = /^\.{1,2}(?:\/|$)/.test(written)
    ? (await git(['rev-parse', '--show-prefix'], 'no repository')).trim()
    : '';
  const path = posix.normalize(posix.join(prefix, written, '.')).replace(/\/$/, '');
  if (path.startsWith('..') || posix.isAbsolute(path))
    throw new CommandError(`${written} is outside the repository`);
  return path;
}

/** Writes what the ruleset at a path may read: what is beside it too, because it may be imported. */
async function writeFiles(tree: string, path: string, top: string): Promise<boolean> {
  const beside = posix.dirname(path);
  const listed = await git(
    ['ls-tree', '-r', '-z', '--full-tree', tree, ...(beside === '.' ? [] : ['--', `${beside}/`])],
    'no files',
  );
  let found = false;
  for (const line of listed.split('\0')) {
    const [, mode = '', hash = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    if (!READ.test(name)) continue;
    const isOwn = path === '.' || name === path || name.startsWith(`${path}/`);
    if (mode === LINK && isOwn)
      throw new CommandError(`${name} is a symbolic link, which is not followed in Git`);
    if (mode === LINK || !BLOB.test(mode)) continue;
    found ||= isOwn;
    const file = join(top, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await git(['cat-file', 'blob', hash], `no file ${name}`, 'buffer'));
  }
  return found;
}

async function git(words: readonly string[], problem: string): Promise<string>;
async function git(words: readonly string[], problem: string, as: 'buffer'): Promise<Buffer>;
async function git(words: readonly string[], problem: string, as?: 'buffer'): Promise<string | Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: MOST_BYTES } as const;
    execFile('git', words, options, (error, stdout, stderr) => {
      if (error === null) resolve(as === 'buffer' ? stdout : stdout.toString('utf8'));
      else if (error.code === 'ENOENT') reject(new CommandError('git:REF:PATH needs Git'));
      else {
        const [said = ''] = stderr.toString('utf8').trim().split('\n');
        reject(new CommandError(`git: ${said === '' ? problem : said}`));
      }
    });
  });
}
