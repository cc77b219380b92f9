import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { failToRead, SourceError } from '../source-error.ts';

/**
 * Reads the files of rows and of document declarations that some sources name, each once, in sorted order. A missing file
 * is left out: the compiler reports the place that names it.
 *
 * @param folder folder of the ruleset: its files name paths below it, imported files name paths below the root
 * @param read reads one file
 * Throws SourceError.
 */
export async function readNamedSources(
  sources: readonly Source[],
  folder: string,
  root: string,
  read: (path: string, name: string) => Promise<Source>,
): Promise<readonly Source[]> {
  const naming = sources.filter(({ text }) => /\.(?:csv|json)\b/i.test(text));
  if (naming.length === 0) return [];
  // Loaded when needed: most rulesets name no files, and the parser takes long to load.
  const { namedFiles } = await import('../../compiler/read/named-files.ts');
  const names = [...new Set(naming.flatMap(namedFiles))].sort();
  if (names.length === 0) return [];
  const below = (path: string): Promise<string> =>
    realpath(path).catch((error: unknown) => failToRead(path, error));
  const [ownRoot, importedRoot] = [await below(folder), await below(root)];
  const found: Source[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const real = await realpath(path).catch(() => null);
    if (real === null || !(await stat(real)).isFile()) continue;
    const limit = name.startsWith('../') ? importedRoot : ownRoot;
    if (!real.startsWith(limit.endsWith(sep) ? limit : limit + sep))
      throw new SourceError(path, 'outside', 'is a link that leaves the folder');
    found.push(await read(path, name));
  }
  return found;
}
