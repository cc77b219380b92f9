import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { homedir, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Where what this user's programs can make again belongs (XDG base directories and their like); null when the user has no
 * home. A relative XDG_CACHE_HOME counts as none, as its specification says.
 */
export function defaultCacheFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'ferrule');
  const home = homeFolder();
  if (platform() === 'win32') return local === undefined ? null : join(local, 'ferrule', 'Cache');
  if (home === null) return null;
  return platform() === 'darwin'
    ? join(home, 'Library', 'Caches', 'ferrule')
    : join(home, '.cache', 'ferrule');
}

function homeFolder(): string | null {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : null;
  } catch {
    return null;
  }
}

/**
 * True if only this user can write a file or folder. Any other writer could make this process run any program.
 * Windows has no owner to ask for; its folder lies in the user's own.
 */
export function isOwn(stats: Pick<Stats, 'uid' | 'mode'>): boolean {
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & WRITABLE_BY_OTHERS) === 0;
}

/** True if the folder is usable: a real folder, not a link, that only this user can write. */
export function isUsable(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats !== undefined && stats.isDirectory() && isOwn(stats);
}

/** Makes the folder when it is not there, for this user alone. Returns whether it can be used. */
export function prepareFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isUsable(folder);
}
