import { readFile } from 'node:fs/promises';

/** The text of a file, or null when it cannot be read. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
