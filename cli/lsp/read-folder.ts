import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReadFile } from './host.ts';

const READ = /\.(?:ya?ml|csv|json)$/i;
/** Most bytes of one file of a ruleset. Longer JSON is neither a sample nor a declaration. */
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_FILES = 5_000;
const DEEPEST = 32;
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv']);

/** The texts below a folder that may belong to rulesets. What cannot be read is left out, and links do not lead outside. */
export async function readFolder(uri: string): Promise<readonly ReadFile[]> {
  const found: ReadFile[] = [];
  const folder = pathOf(uri);
  if (folder === null) return found;
  const root = await realpath(folder).catch(() => null);
  if (root !== null) await walk(folder, root, [], found);
  return found;
}

/** Files that may differ on disk from what is known. Those outside of all folders are left out. */
export async function readFiles(
  uris: readonly string[],
  folders: readonly string[],
): Promise<readonly ReadFile[]> {
  const read: ReadFile[] = [];
  const roots = folders.flatMap((folder) => pathOf(folder) ?? []);
  for (const uri of uris) {
    const path = pathOf(uri);
    for (const root of path === null ? [] : roots) {
      const real = await realpath(root).catch(() => null);
      if (real !== null && path !== null && isWithin(path, root))
        read.push(await readWorkspaceFile(path, real));
    }
  }
  return read;
}

/** `null` for an address that names no file on this machine. */
function pathOf(uri: string): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

const isWithin = (path: string, root: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep);

async function walk(
  folder: string,
  root: string,
  above: readonly string[],
  found: ReadFile[],
): Promise<void> {
  const real = await inside(folder, root);
  if (real === null || above.length > DEEPEST || above.includes(real)) return;
  const entries = await opendir(folder).catch(() => null);
  if (entries === null) return;
  for await (const entry of entries) {
    if (found.length >= MOST_FILES) return;
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    const isFolder = entry.isSymbolicLink()
      ? await stat(path).then(
          (stats) => stats.isDirectory(),
          () => false,
        )
      : entry.isDirectory();
    if (isFolder) await walk(path, root, [...above, real], found);
    else if (READ.test(entry.name)) {
      const read = await readWorkspaceFile(path, root);
      if (read.text !== null) found.push(read);
    }
  }
}

/** The real path of a file or folder; null if it leaves the root. */
async function inside(path: string, root: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return null;
  return real === root || isWithin(real, root) ? real : null;
}

/** @param root real path of the folder that the file must not leave */
async function readWorkspaceFile(path: string, root: string): Promise<ReadFile> {
  const uri = pathToFileURL(path).href;
  const gone = { uri, text: null };
  if (!READ.test(path) || (await inside(path, root)) === null) return gone;
  const stats = await stat(path).catch(() => null);
  if (stats === null || !stats.isFile() || stats.size > MOST_BYTES) return gone;
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return gone;
  try {
    return { uri, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return gone;
  }
}
