import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const STICKY = 0o1000;

/**
 * The first of a path and the folders above it that lets this user's programs change what is read at the path: those that
 * the user may write, or owns and so may give itself the permission. Null if there is none.
 */
export function writableByUser(path: string): string | null {
  let entry = resolve(path);
  if (isWritable(entry)) return entry;
  for (let folder = dirname(entry); ; entry = folder, folder = dirname(folder)) {
    // In a sticky folder such as /tmp, users cannot replace the files of other users.
    const isSticky = (statSync(folder).mode & STICKY) !== 0 && !isOwned(folder) && !isOwned(entry);
    if (!isSticky && isWritable(folder)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

function isOwned(path: string): boolean {
  return process.getuid !== undefined && statSync(path).uid === process.getuid();
}

function isWritable(path: string): boolean {
  if (isOwned(path)) return true;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
