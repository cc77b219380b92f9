/** Folders that take long to make: they are made once, and kept for all test files and later runs. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Copies as it is: links of commands lead into the folder that they are in. */
export const WHOLE = { recursive: true, verbatimSymlinks: true } as const;

/** Makes the folder of a path if it is not there yet. */
export async function keepFolder(path: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  // Elsewhere, because npm takes no folder below `node_modules` for a project of its own.
  const made = await mkdtemp(join(tmpdir(), 'ferrule-kept-'));
  await make(made);
  await mkdir(dirname(path), { recursive: true });
  const copy = await mkdtemp(`${path}-`);
  await cp(made, copy, WHOLE);
  await rm(made, { recursive: true });
  // Another process may have been first.
  await rename(copy, path).catch(() => rm(copy, { recursive: true }));
}
