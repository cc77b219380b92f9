/** Git, run as a program: every answer is read by ids of objects, and nothing is checked out. */
import { execFile } from 'node:child_process';
import { CommandError } from './command.ts';

const MOST_BYTES = 256 * 1024 * 1024;
const LINK = '120000';
const FILE = /^100\d{3}$/;

interface Repository {
  /** Folder in it (default: the current one). */
  readonly cwd?: string;
}

/** A file or link of a tree. */
interface TreeEntry {
  readonly kind: 'file' | 'link';
  /** From the top of the repository. */
  readonly name: string;
  readonly hash: string;
}

/**
 * The tree of a commit.
 *
 * @param ref may be any text: it is never taken for an option
 * @throws CommandError
 */
export async function findTree(ref: string, repository: Repository = {}): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{tree}`];
  return (await git(words, `no commit ${ref}`, repository)).toString('utf8').trim();
}

/** The current folder as the repository names it: empty at the top, otherwise with a slash at its end. Throws CommandError. */
export async function findPrefix(repository: Repository = {}): Promise<string> {
  return (await git(['rev-parse', '--show-prefix'], 'no repository', repository)).toString('utf8').trim();
}

/**
 * Files and links of a tree.
 *
 * @param below a folder with a slash at its end; empty for all
 * @throws CommandError
 */
export async function listTree(
  tree: string,
  below: string,
  repository: Repository = {},
): Promise<readonly TreeEntry[]> {
  const words = ['ls-tree', '-r', '-z', '--full-tree', tree, ...(below === '' ? [] : ['--', below])];
  const listed = (await git(words, 'no files', repository)).toString('utf8');
  return listed.split('\0').flatMap((line): TreeEntry[] => {
    const [, mode = '', hash = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    if (mode === LINK) return [{ kind: 'link', name, hash }];
    return FILE.test(mode) ? [{ kind: 'file', name, hash }] : [];
  });
}

/** Throws CommandError. */
export async function readBlob({ hash, name }: TreeEntry, repository: Repository = {}): Promise<Buffer> {
  return git(['cat-file', 'blob', hash], `no file ${name}`, repository);
}

function git(words: readonly string[], problem: string, { cwd }: Repository): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: MOST_BYTES,
      ...(cwd === undefined ? {} : { cwd }),
    } as const;
    execFile('git', words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') reject(new CommandError('git:REF:PATH needs Git'));
      else {
        const [said = ''] = stderr.toString('utf8').trim().split('\n');
        reject(new CommandError(`git: ${said === '' ? problem : said}`));
      }
    });
  });
}
