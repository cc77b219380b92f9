import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Folder {
  readonly path: string;
  readonly uri: string;
  readonly uriOf: (name: string) => string;
}

/** A new folder with these files, in a folder of its own. */
export async function workspaceFolder(
  files: Readonly<Record<string, string>>,
  name = 'workspace',
): Promise<Folder> {
  const path = join(await mkdtemp(join(tmpdir(), 'ferrule-lsp-')), name);
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    const whole = join(path, file);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
  }
  return {
    path,
    uri: pathToFileURL(path).href,
    uriOf: (file) => pathToFileURL(join(path, file)).href,
  };
}
