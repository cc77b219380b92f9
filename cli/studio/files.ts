/** Files of a ruleset that the page may read and save. Nothing outside of its folder, links included. */
import { createHash } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readFolder } from '../lsp/read-folder.ts';
import { isOfRuleset, type ServedRuleset } from './ruleset-folders.ts';

const SERVED = /\.(?:ya?ml|csv|json)$/i;

/** A refused request for a file. */
export class FileRefused extends Error {
  readonly status: 403 | 404 | 409;
  constructor(status: 403 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

interface ServedFile {
  readonly path: string;
  readonly text: string;
  readonly etag: string;
}

const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;

/** The files of a ruleset. A ruleset of one file comes with the suites and tables beside it. */
export async function listFiles(ruleset: ServedRuleset): Promise<readonly ServedFile[]> {
  const { folder } = ruleset;
  const found = (await readFolder(pathToFileURL(folder).href)).flatMap(({ uri, text }) => {
    const path = relative(folder, fileURLToPath(uri)).split(sep).join('/');
    return text === null || !isOfRuleset(ruleset, path) ? [] : [{ path, text, etag: etagOf(text) }];
  });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws FileRefused. */
export async function readServed(ruleset: ServedRuleset, path: string): Promise<ServedFile> {
  const real = await realpath(placeOf(ruleset, path)).catch(() => {
    throw new FileRefused(404, `${path} does not exist`);
  });
  checkInside(ruleset, real);
  const text = await readFile(real, 'utf8');
  return { path, text, etag: etagOf(text) };
}

/**
 * Saves a file: writes it beside the target, flushes it, and renames it.
 *
 * @param expected ETag of the text that was edited; `null` for a new file
 * @returns the new ETag
 * @throws FileRefused
 */
export async function saveServed(
  ruleset: ServedRuleset,
  path: string,
  text: string,
  expected: string | null,
): Promise<string> {
  const place = placeOf(ruleset, path);
  const folder = await realpath(dirname(place)).catch(() => {
    throw new FileRefused(404, `the folder of ${path} does not exist`);
  });
  checkInside(ruleset, folder);
  const before = await readServed(ruleset, path).catch((error: unknown) => {
    if (error instanceof FileRefused && error.status === 404) return null;
    throw error;
  });
  if ((before?.etag ?? null) !== expected)
    throw new FileRefused(409, `${path} was changed on disk since it was opened`);
  const target = before === null ? join(folder, basename(place)) : await realpath(place);
  const beside = `${target}.${process.pid}.tmp`;
  try {
    const handle = await open(beside, 'wx', before === null ? undefined : (await stat(target)).mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return etagOf(text);
}

function placeOf({ folder }: ServedRuleset, path: string): string {
  const normal = posix.normalize(path);
  const isOutside = normal.startsWith('..') || posix.isAbsolute(normal) || /[\\\0]/.test(path);
  if (isOutside || normal.split('/').some((part) => part.startsWith('.')))
    throw new FileRefused(403, `${path} is outside of the ruleset`);
  if (!SERVED.test(normal)) throw new FileRefused(403, `${path} is not a YAML, CSV or JSON file`);
  return join(folder, normal);
}

function checkInside({ folder }: ServedRuleset, real: string): void {
  if (real !== folder && !real.startsWith(folder + sep))
    throw new FileRefused(403, 'a link leads outside of the ruleset');
}
