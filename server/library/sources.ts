import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';

/** The bounds of the read phase, kept before the bytes are even read. */
const { sources: MOST_FILES, totalBytes: MOST_BYTES } = DEFAULT_READ_LIMITS;
/** Folders within each other. */
const DEEPEST = 32;

const GRAPHS = 'graphs';

/** A ruleset that can not be read from disk. `path` is the file or folder concerned, as it was given. */
export class SourceError extends Error {
  readonly path: string;
  /** `missing`: nothing is there; `unreadable`: something is there that can not be read as a ruleset. */
  readonly reason: 'missing' | 'unreadable';
  constructor(path: string, reason: 'missing' | 'unreadable', problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'SourceError';
    this.path = path;
    this.reason = reason;
  }
}

/**
 * The sources of a ruleset: one file, or a folder read recursively (`*.yaml` and `*.yml`, without `*.test.yaml`,
 * hidden files and `graphs/`) in sorted path order. Paths are relative to the folder and have forward slashes. A link
 * inside a folder is followed to a file inside the same folder only. Throws SourceError.
 */
export async function readRulesetSources(path: string): Promise<Source[]> {
  const kind = await stat(path).catch((error: unknown) => fail(path, error));
  if (kind.isFile()) return [await readSource(path, basename(path))];
  if (!kind.isDirectory()) throw new SourceError(path, 'unreadable', 'is neither a file nor a folder');
  const root = await realpath(path).catch((error: unknown) => fail(path, error));
  const files: string[] = [];
  await collect(path, root, '', 0, files);
  if (files.length === 0)
    throw new SourceError(path, 'missing', 'the folder holds no YAML file of a ruleset');
  const sources: Source[] = [];
  let bytes = 0;
  for (const file of files.sort()) {
    bytes += (await stat(join(path, file)).catch((error: unknown) => fail(join(path, file), error))).size;
    if (bytes > MOST_BYTES)
      throw new SourceError(path, 'unreadable', `holds more than ${MOST_BYTES} bytes of YAML`);
    sources.push(await readSource(join(path, file), file));
  }
  return sources;
}

/** Name of a ruleset that does not say one itself: the file's or the folder's. */
export function rulesetName(path: string): string {
  return basename(resolve(path)).replace(/\.ya?ml$/, '');
}

/** Whether a file in a ruleset's folder belongs to the ruleset. */
export function isRulesetFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !/\.test\.ya?ml$/.test(name) && !name.startsWith('.');
}

async function collect(
  folder: string,
  root: string,
  prefix: string,
  depth: number,
  files: string[],
): Promise<void> {
  const here = join(folder, prefix);
  if (depth > DEEPEST)
    throw new SourceError(here, 'unreadable', `folders are nested more than ${DEEPEST} deep`);
  const entries = await opendir(here).catch((error: unknown) => fail(here, error));
  for await (const entry of entries) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) {
      const skipped = entry.name === GRAPHS || entry.name.startsWith('.');
      if (!skipped) await collect(folder, root, `${name}/`, depth + 1, files);
      continue;
    }
    if (!isRulesetFile(entry.name)) continue;
    if (entry.isSymbolicLink()) await checkLink(join(folder, name), root);
    else if (!entry.isFile()) throw new SourceError(join(folder, name), 'unreadable', 'is no file');
    files.push(name);
    if (files.length > MOST_FILES) {
      throw new SourceError(folder, 'unreadable', `holds more than ${MOST_FILES} YAML files`);
    }
  }
}

async function checkLink(path: string, root: string): Promise<void> {
  const target = await realpath(path).catch((error: unknown) => fail(path, error));
  if (!target.startsWith(root + sep))
    throw new SourceError(path, 'unreadable', 'is a link that leaves the folder');
  if (!(await stat(target)).isFile())
    throw new SourceError(path, 'unreadable', 'is a link to something else than a file');
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

function fail(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    throw new SourceError(path, 'missing', 'no such file or folder');
  throw new SourceError(
    path,
    'unreadable',
    `can not be read (${typeof code === 'string' ? code : 'unknown error'})`,
  );
}
