import { readFileSync } from 'node:fs';

/** The text of a small file such as a key, or null when it cannot be read. */
export function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
