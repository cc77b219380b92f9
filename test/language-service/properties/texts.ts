import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts by their addresses. */
export type Texts = ReadonlyMap<string, string>;

export const ROOT = 'file:///workspace';

/** The files of a ruleset, as if they were in the workspace. */
export async function readTexts(folder: string): Promise<Texts> {
  const names = await readdir(folder, { recursive: true });
  const read = names
    .filter((name) => /\.(?:ya?ml|csv|json)$/.test(name))
    .sort()
    .map(async (name): Promise<[string, string]> => [
      `${ROOT}/${name}`,
      await readFile(join(folder, name), 'utf8'),
    ]);
  return new Map(await Promise.all(read));
}
