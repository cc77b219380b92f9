import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { CommandError } from './command.ts';
import { findPrefix, findTree, listTree, readBlob } from './git.ts';

/** Files that a ruleset may read. */
const READ = /\.(?:ya?ml|csv)$/i;

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
  const tree = await findTree(ref);
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
  const prefix = /^\.{1,2}(?:\/|$)/.test(written) ? await findPrefix() : '';
  const path = posix.normalize(posix.join(prefix, written, '.')).replace(/\/$/, '');
  if (path.startsWith('..') || posix.isAbsolute(path))
    throw new CommandError(`${written} is outside the repository`);
  return path;
}

/** Writes what the ruleset at a path may read: what is beside it too, because it may be imported. */
async function writeFiles(tree: string, path: string, top: string): Promise<boolean> {
  const beside = posix.dirname(path);
  let found = false;
  for (const entry of await listTree(tree, beside === '.' ? '' : `${beside}/`)) {
    const { kind, name } = entry;
    if (!READ.test(name)) continue;
    const isOwn = path === '.' || name === path || name.startsWith(`${path}/`);
    if (kind === 'link' && isOwn)
      throw new CommandError(`${name} is a symbolic link, which is not followed in Git`);
    if (kind === 'link') continue;
    found ||= isOwn;
    const file = join(top, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await readBlob(entry));
  }
  return found;
}
