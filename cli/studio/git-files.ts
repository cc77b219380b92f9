/** Files of a ruleset at a Git ref. */
import { CommandError } from '../command.ts';
import { findPrefix, findTree, listTree, readBlob } from '../git.ts';
import { FileRefused } from './files.ts';
import { isOfRuleset, type ServedRuleset } from './ruleset-folders.ts';

const REF = /^[A-Za-z0-9][\w./~^@{}-]{0,199}$/;
const READ = /\.(?:ya?ml|csv)$/i;

/**
 * The rules and tables of a ruleset at a ref. Links are not followed.
 *
 * @throws FileRefused for a ref that is invalid or unknown, or a folder that no repository holds
 */
export async function filesAtRef(
  ruleset: ServedRuleset,
  ref: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  if (!REF.test(ref) || ref.includes('..')) throw new FileRefused(404, `invalid Git ref ${ref}`);
  const repository = { cwd: ruleset.folder };
  const files: { path: string; text: string }[] = [];
  try {
    const prefix = await findPrefix(repository);
    for (const entry of await listTree(await findTree(ref, repository), prefix, repository)) {
      const path = entry.name.slice(prefix.length);
      if (entry.kind === 'file' && READ.test(path) && isOfRuleset(ruleset, path))
        files.push({ path, text: (await readBlob(entry, repository)).toString('utf8') });
    }
  } catch (error) {
    if (error instanceof CommandError) throw new FileRefused(404, error.message);
    throw error;
  }
  if (files.length === 0) throw new FileRefused(404, `the ruleset does not exist at ${ref}`);
  return files;
}
