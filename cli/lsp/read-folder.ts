import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of the workspace. `null`: it is gone, or is not for us. */
interface ReadFile {
  readonly uri: string;
  readonly text: string | null;
}

const READ = /\.(?:ya?ml|csv|json)$/i;
/** Most bytes of one file of a ruleset. Longer JSON is neither a sample nor a declaration. */
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_FILES = 5_000;
const DEEPEST = 32;
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv']);

/** The texts below a folder that may belong to rulesets. What cannot be read is left out, and links do not lead outside. */
export async function readFolder(folder: string): Promise<readonly ReadFile[]> {
  const found: ReadFile[] = [];
  const root = await realpath(folder).catch(() => null);
  if (root !== null) await walk(folder, root, [], found);
  return found;
}

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
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep) ? real : null;
}

/** @param root real path of the folder that the file must not leave */
export async function readWorkspaceFile(path: string, root: string): Promise<ReadFile> {
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
