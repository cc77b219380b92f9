/** Files of a ruleset at a Git ref, read by the ids of their objects. */
import { execFile } from 'node:child_process';
import { FileRefused } from './files.ts';
import type { ServedRuleset } from './ruleset-folders.ts';

const REF = /^[A-Za-z0-9][\w./~^@{}-]{0,199}$/;
const READ = /\.(?:ya?ml|csv)$/i;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The rules and tables of a ruleset at a ref. Links are not followed.
 *
 * @throws FileRefused for a ref that is invalid or unknown, or a folder that no repository holds
 */
export async function filesAtRef(
  { folder, file }: ServedRuleset,
  ref: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  if (!REF.test(ref) || ref.includes('..')) throw new FileRefused(404, `invalid Git ref ${ref}`);
  const prefix = (
    await git(folder, ['rev-parse', '--show-prefix'], 'the ruleset is not in a Git repository')
  ).trim();
  const commit = (
    await git(
      folder,
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
      `unknown Git ref ${ref}`,
    )
  ).trim();
  const listed = await git(
    folder,
    ['ls-tree', '-r', '-z', '--full-tree', commit, ...(prefix === '' ? [] : ['--', prefix])],
    'the ref holds no files',
  );
  const files: { path: string; text: string }[] = [];
  for (const line of listed.split('\0')) {
    const [, mode = '', hash = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    const path = name.slice(prefix.length);
    const isOther = file !== null && path !== file && /(?<!\.test)\.ya?ml$/i.test(path);
    if (!mode.startsWith('100') || !READ.test(path) || isOther) continue;
    files.push({ path, text: await git(folder, ['cat-file', 'blob', hash], `${name} is missing`) });
  }
  if (files.length === 0) throw new FileRefused(404, `the ruleset does not exist at ${ref}`);
  return files;
}

function git(cwd: string, words: readonly string[], problem: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', words, { cwd, maxBuffer: MOST_BYTES }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(new FileRefused(404, problem));
    });
  });
}
