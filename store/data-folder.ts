/** The folder of data: what is in it are facts, arguments and decisions, for the user of the service alone. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OWN_ONLY = 0o700;
const OF_OTHERS = 0o077;
const WRITABLE_BY_ALL = 0o002;

/** Every user of the machine may write the folder, and so change what the service decides on. */
class FolderOpenToAll extends Error {
  constructor(folder: string) {
    super(`${folder} can be written by every user of this machine: remove that permission (chmod o-w)`);
    this.name = 'FolderOpenToAll';
  }
}

/**
 * Makes a folder for this user alone unless it exists, with the folders above it that are missing.
 *
 * @throws FolderOpenToAll, or the system's error
 */
export function prepareDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWN_ONLY });
  checkDataFolder(folder);
}

/** @throws FolderOpenToAll. A folder that its group may write is accepted: so Kubernetes mounts volumes. */
export function checkDataFolder(folder: string): void {
  // Windows has no such permissions; its folder lies in the user's own.
  if (process.getuid === undefined) return;
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & WRITABLE_BY_ALL) !== 0) throw new FolderOpenToAll(folder);
}

/**
 * Removes other users' permissions on the files of a folder. The embedded database makes its own world-readable, whatever
 * the umask says; it never does so again once they exist.
 */
export function keepPrivate(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const isOpen = (stats.mode & OF_OTHERS) !== 0 && (stats.isFile() || stats.isDirectory());
    if (isOpen) chmodSync(path, stats.mode & OWN_ONLY);
  }
}
