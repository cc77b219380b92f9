import { readdirSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';

export interface Fingerprint {
  /** Equal texts: nothing about the files has changed. */
  readonly text: string;
  /** Latest change, in milliseconds since the epoch. */
  readonly changedMs: number;
}

/**
 * Tells versions of a ruleset's files apart without reading them, by what the file system knows: identity, size and
 * times of every file and folder (a file that comes or goes changes its folder's time). Null when something vanished
 * while looking.
 */
export function fingerprint(path: string, folder: boolean): Fingerprint | null {
  try {
    if (!folder) {
      const stats = statSync(path, { bigint: true });
      return { text: `${path}|${signature(stats)}`, changedMs: changed(stats) };
    }
    const parts: string[] = [];
    const changedMs = walk(path, parts);
    return { text: `${path}|${parts.join('|')}`, changedMs };
  } catch {
    return null;
  }
}

function walk(folder: string, parts: string[]): number {
  const stats = statSync(folder, { bigint: true });
  parts.push(signature(stats));
  let latest = changed(stats);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      latest = Math.max(latest, walk(path, parts));
    } else if (/\.ya?ml$/.test(entry.name)) {
      const file = statSync(path, { bigint: true });
      parts.push(entry.name, signature(file));
      latest = Math.max(latest, changed(file));
    }
  }
  return latest;
}

function signature(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

function changed(stats: BigIntStats): number {
  return Number((stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs) / 1_000_000n);
}
