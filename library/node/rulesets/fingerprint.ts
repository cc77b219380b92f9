import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In a millisecond. */
const NANOSECONDS = 1_000_000n;

/** Far more than a ruleset may have; links can make few folders look like very many. */
const MOST_PARTS = 100_000;

export interface Fingerprint {
  /** Equal texts: nothing about the files has changed. */
  readonly text: string;
  /** Latest change, in milliseconds since the epoch. */
  readonly changedMs: number;
  /** One of the files has no bytes. */
  readonly empty: boolean;
}

/**
 * Distinguishes versions of a ruleset's files without reading them, by file system metadata: identity, size and
 * times of every file and folder (a file that comes or goes changes its folder's time). Null when something vanished
 * while looking, or there is too much to look at.
 */
export function fingerprint(path: string, folder: boolean): Fingerprint | null {
  const seen: Seen = { parts: [path], changedMs: 0, empty: false };
  try {
    if (folder) walk(path, seen, []);
    else lookAt(path, seen);
  } catch {
    return null;
  }
  return { text: seen.parts.join('|'), changedMs: seen.changedMs, empty: seen.empty };
}

/** The same for files and folders without their contents; a missing one has its own stamp. */
export function stampsOf(paths: readonly string[]): string {
  const seen: Seen = { parts: [], changedMs: 0, empty: false };
  for (const path of paths) {
    try {
      lookAt(path, seen);
    } catch {
      seen.parts.push('-');
    }
  }
  return seen.parts.join('|');
}

interface Seen {
  readonly parts: string[];
  changedMs: number;
  empty: boolean;
}

/** `above`: the folders around this one, since links may lead in a circle. */
function walk(folder: string, seen: Seen, above: readonly string[]): void {
  const here = lookAt(folder, seen);
  if (above.includes(here)) return;
  if (seen.parts.length > MOST_PARTS) throw new Error('too many files');
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isFolder =
      entry.isDirectory() ||
      (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
    if (isFolder) {
      seen.parts.push(entry.name);
      walk(path, seen, [...above, here]);
    } else if (/\.(?:ya?ml|csv|json)\s*$/i.test(entry.name)) {
      seen.parts.push(entry.name);
      lookAt(path, seen);
    }
  }
}

/** Records a file or folder; returns its identity. */
function lookAt(path: string, seen: Seen): string {
  const stats = statSync(path, { bigint: true });
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  seen.parts.push(`${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`);
  seen.changedMs = Math.max(seen.changedMs, Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / NANOSECONDS));
  if (size === 0n && stats.isFile()) seen.empty = true;
  return `${dev}:${ino}`;
}
