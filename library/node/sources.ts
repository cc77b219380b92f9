import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { readImports } from './imported-sources.ts';
import { readNamedSources } from './named-sources.ts';
import { findRulesetFiles } from './ruleset-files.ts';
import { failToRead as fail, SourceError } from '../source-error.ts';

export { SourceError };

/** The bound of the read phase, kept before the bytes are even read. */
const { totalBytes: MOST_BYTES } = DEFAULT_READ_LIMITS;
/**
 * The sources of a ruleset: one file, or a folder read recursively (`*.yaml` and `*.yml`, without `*.test.yaml`,
 * hidden files and `graphs/`) in sorted path order, and behind them the files of rows that they name. Paths are relative to the folder and have forward slashes.
 *
 * Behind them come the rulesets that they import, each once, with paths that begin with `../` outside of the folder.
 *
 * @param within folder that links inside the ruleset must not leave (default: the ruleset's own)
 * @param root root directory for imports (default: `within` if set, else the parent of the ruleset)
 * Throws SourceError.
 */
export async function readRulesetSources(
  path: string,
  within: string = path,
  root: string | null | undefined = within === path ? null : within,
): Promise<Source[]> {
  const kind = await stat(path).catch((error: unknown) => fail(path, error));
  if (kind.isFile()) {
    const source = await readSource(path, basename(path));
    const folder = dirname(path);
    const all = await readImports([source], folder, root ?? folder, readSource);
    return [...all, ...(await readNamedSources(all, folder, root ?? folder, readSource))];
  }
  if (!kind.isDirectory()) throw new SourceError(path, 'unreadable', 'is neither a file nor a folder');
  const files = await findRulesetFiles(path, within);
  if (files.length === 0)
    throw new SourceError(path, 'missing', 'the folder holds no YAML file of a ruleset');
  const sources: Source[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += (await stat(join(path, file)).catch((error: unknown) => fail(join(path, file), error))).size;
    if (bytes > MOST_BYTES)
      throw new SourceError(path, 'unreadable', `holds more than ${MOST_BYTES} bytes of YAML`);
    sources.push(await readSource(join(path, file), file));
  }
  const all = await readImports(sources, path, root ?? join(path, '..'), readSource);
  return [...all, ...(await readNamedSources(all, path, root ?? join(path, '..'), readSource))];
}

/**
 * Reads the files that a text without a path imports and names, relative to the root.
 *
 * @param exists true if a path below the root exists for the caller; null if all do
 * @throws SourceError
 */
export async function readTextSources(
  source: Source,
  root: string,
  exists: ((path: string) => boolean) | null = null,
): Promise<readonly Source[]> {
  const read = async (path: string, name: string): Promise<Source> => {
    // Reported like a missing file: only the compiler reports it, where it is named.
    if (exists !== null && !(exists(name) && exists(await realName(path, root))))
      return { path: HIDDEN_FILE, text: '' };
    return readSource(path, name);
  };
  const all = await readImports([source], root, root, read);
  const named = await readNamedSources(all, root, root, read);
  return [...all, ...named].filter(({ path }) => path !== HIDDEN_FILE);
}

/** Path of a file after resolving all links, relative to the root: a link does not bypass the permissions of a folder. */
async function realName(path: string, root: string): Promise<string> {
  const real = async (place: string): Promise<string> =>
    realpath(place).catch((error: unknown) => fail(place, error));
  return relative(await real(root), await real(path))
    .split(sep)
    .join('/');
}

/** No path that is read begins so. */
const HIDDEN_FILE = '\0';

/** Name of a ruleset that does not say one itself: the file's or the folder's. */
export function rulesetName(path: string): string {
  return basename(resolve(path)).replace(/\.ya?ml$/, '');
}

async function readSource(path: string, name: string): Promise<Source> {
  const bytes = await readFile(path).catch((error: unknown) => fail(path, error));
  if (bytes.length > MOST_BYTES)
    throw new SourceError(path, 'unreadable', `is larger than ${MOST_BYTES} bytes`);
  try {
    return { path: name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new SourceError(path, 'unreadable', 'is not UTF-8 text');
  }
}
