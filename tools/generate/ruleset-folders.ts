import { readdir } from 'node:fs/promises';

/** Names of the rulesets in a folder, sorted. `graphs` is none: its documents say which rulesets a run evaluates. */
export async function rulesetFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'graphs');
  return folders.map(({ name }) => name).sort();
}
