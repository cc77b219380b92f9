import { opendir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { failToRead, SourceError } from '../source-error.ts';

const MOST_FILES = DEFAULT_READ_LIMITS.sources;
/** Folders within each other. */
const DEEPEST = 32;
/** Links can make few folders look like very many. */
const MOST_FOLDERS = 10_000;
const GRAPHS = 'graphs';

interface Search {
  /** The ruleset's folder as it was given. */
  readonly folder: string;
  /** Real path that no link may leave. */
  readonly root: string;
  readonly files: string[];
  folders: number;
}

/**
 * Paths of the YAML files of a ruleset's folder, sorted, relative to it and with forward slashes: `*.yaml` and `*.yml`
 * without `*.test.yaml`, hidden files and `graphs/`. Links are followed. What would silently be left out is refused: a
 * link that leaves `within` or leads nowhere, and a name such as `rules.YAML`. Throws SourceError.
 */
export async function findRulesetFiles(folder: string, within: string): Promise<readonly string[]> {
  const root = await realpath(within).catch((error: unknown) => failToRead(within, error));
  const search: Search = { folder, root, files: [], folders: 0 };
  await walk(search, '', []);
  return search.files.sort();
}

/** `above`: real paths of the folders around this one. */
async function walk(search: Search, prefix: string, above: readonly string[]): Promise<void> {
  const here = join(search.folder, prefix);
  if (above.length > DEEPEST)
    throw new SourceError(here, 'unreadable', `folders are nested more than ${DEEPEST} deep`);
  if (++search.folders > MOST_FOLDERS)
    throw new SourceError(search.folder, 'unreadable', `holds more than ${MOST_FOLDERS} folders`);
  const real = await realpath(here).catch((error: unknown) => failToRead(here, error));
  if (above.includes(real)) throw new SourceError(here, 'unreadable', 'is a link to a parent folder');
  const entries = await opendir(here).catch((error: unknown) => failToRead(here, error));
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = join(here, entry.name);
    const kind = entry.isSymbolicLink() ? await linkedKind(path, search.root) : kindOf(entry);
    if (kind === 'folder' && entry.name !== GRAPHS)
      await walk(search, `${prefix}${entry.name}/`, [...above, real]);
    if (kind !== 'folder' && belongsToRuleset(entry.name, path)) {
      if (kind === 'outside') throw new SourceError(path, 'outside', 'is a link that leaves the folder');
      if (kind === 'other') throw new SourceError(path, 'unreadable', 'is not a file');
      addFile(search, prefix + entry.name);
    }
  }
}

function addFile({ folder, files }: Search, file: string): void {
  files.push(file);
  if (files.length > MOST_FILES)
    throw new SourceError(folder, 'unreadable', `holds more than ${MOST_FILES} YAML files`);
}

/** True if a file with this name belongs to the ruleset. Throws SourceError for a name that is only almost right. */
function belongsToRuleset(name: string, path: string): boolean {
  if (/\.test\.ya?ml$/i.test(name)) return false;
  if (/\.ya?ml$/.test(name)) return true;
  if (!/\.ya?ml\s*$/i.test(name)) return false;
  throw new SourceError(
    path,
    'unreadable',
    'is ignored because of its name: rename it so that it ends in .yaml or .yml',
  );
}

type Kind = 'file' | 'folder' | 'other' | 'outside';

function kindOf(entry: { readonly isFile: () => boolean; readonly isDirectory: () => boolean }): Kind {
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

/** Target of a link. Throws SourceError if it is missing, or is a folder outside the root. */
async function linkedKind(path: string, root: string): Promise<Kind> {
  const target = await realpath(path).catch((error: unknown) => failToRead(path, error));
  const kind = kindOf(await stat(target).catch((error: unknown) => failToRead(path, error)));
  if (target === root || target.startsWith(root.endsWith(sep) ? root : root + sep)) return kind;
  if (kind === 'folder') throw new SourceError(path, 'outside', 'is a link that leaves the folder');
  return 'outside';
}
