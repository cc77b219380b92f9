import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { findRulesetFiles } from './ruleset-files.ts';
import { failToRead, SourceError } from '../source-error.ts';

const { sources: MOST_FILES, totalBytes: MOST_BYTES } = DEFAULT_READ_LIMITS;

/**
 * The sources given and all that they import, directly or not, each once. What cannot be imported is left out, whatever
 * the reason: the compiler reports where it is named, and the response reveals nothing outside the root.
 *
 * @param folder the ruleset's; paths are from it on
 * @param root imports never leave it
 * @param read reads one file
 * Throws SourceError.
 */
export async function readImports(
  given: readonly Source[],
  folder: string,
  root: string,
  read: (path: string, name: string) => Promise<Source>,
): Promise<readonly Source[]> {
  if (!given.some(mayImport)) return given;
  // Loaded when needed: most rulesets import nothing, and the parser takes long to load.
  const { importsOf } = await import('../../compiler/read/imports.ts');
  const real = (path: string): Promise<string> =>
    realpath(path).catch((error: unknown) => failToRead(path, error));
  const place = { folder: await real(folder), root: await real(root) };
  const sources = [...given];
  const known = new Set(given.map(({ path }) => path));
  const importers = new Map<Source, Source>();
  let bytes = given.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  // Grows while it is walked.
  for (const source of sources) {
    if (!mayImport(source)) continue;
    for (const name of importsOf(source)) {
      for (const file of await filesOf(name, place)) {
        if (known.has(file)) continue;
        if (leadsBack(file, place.folder)) {
          const trail = trailOf(source, importers).join(' → ');
          throw new SourceError(folder, 'unreadable', `has a circular import: ${trail} → ${name}`);
        }
        known.add(file);
        const imported = await read(join(place.folder, file), file);
        bytes += Buffer.byteLength(imported.text);
        if (bytes > MOST_BYTES || known.size > MOST_FILES)
          throw new SourceError(folder, 'unreadable', 'has too many imports');
        importers.set(imported, source);
        sources.push(imported);
      }
    }
  }
  return sources;
}

/** The files through which one was imported, the ruleset's own first. */
function trailOf(source: Source, importers: ReadonlyMap<Source, Source>): readonly string[] {
  const importer = importers.get(source);
  return importer === undefined ? [source.path] : [...trailOf(importer, importers), source.path];
}

/** True if a source may hold the key; its text is parsed then. */
function mayImport({ text }: Source): boolean {
  return /\bimports\b/.test(text);
}

interface Place {
  /** Both real paths. */
  readonly folder: string;
  readonly root: string;
}

/** The files that a path relative to the ruleset's folder names; none if it cannot be imported. */
async function filesOf(name: string, { folder, root }: Place): Promise<readonly string[]> {
  const path = join(folder, name);
  const real = await realpath(path).catch(() => null);
  // A path through a link is another name for a file: it would be there twice.
  if (real === null || real !== path.replace(/[/\\]$/, '')) return [];
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) return [];
  const kind = await stat(real);
  if (kind.isFile()) return /\.ya?ml$/.test(name) ? [name] : [];
  if (!kind.isDirectory()) return [];
  const prefix = name === '' ? '' : `${name}/`;
  const files = await findRulesetFiles(real, root);
  return files.map((file) => prefix + file);
}

/** True if a file found from outside is in the ruleset's own folder. */
function leadsBack(file: string, folder: string): boolean {
  return file.startsWith('../') && join(folder, file).startsWith(folder + sep);
}
