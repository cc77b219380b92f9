/**
 * Compiled rulesets stored in a folder of this user. The cache only saves time: read and write errors are ignored, and a
 * ruleset is compiled again unless its entry matches exactly.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isOwn, isUsable, prepareFolder } from './cache-folder.ts';
import { readEntry, writeEntry } from './cache-entry.ts';
import { pruneFolder } from './prune-folder.ts';

/** Larger files are not entries: the compiler refuses sources long before they reach this size. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Windows knows no such flag, and a link there needs rights that an attacker would not need a link for. */
const NO_LINK = (constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;

/** The entry of the key, or null. The key determines its type. */
export function findInCache<T extends object>(folder: string, key: string): T | null {
  try {
    const body = findBytes(folder, key);
    return body === null ? null : (JSON.parse(body.toString()) as T);
  } catch {
    return null;
  }
}

/** True if an entry exists for the key; its content is not checked. */
export function isKept(folder: string, key: string): boolean {
  return existsSync(join(folder, key));
}

/** The bytes that are kept under the key, or null. */
export function findBytes(folder: string, key: string): Buffer | null {
  try {
    if (!isUsable(folder)) return null;
    const file = openSync(join(folder, key), constants.O_RDONLY | NO_LINK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || !isOwn(stats) || stats.size > MOST_BYTES) return null;
      return readEntry(key, readFileSync(file));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** Keeps bytes, or a value that has a JSON text, under the key, whole or not at all: it is written beside its place first. */
export function keepInCache(folder: string, key: string, value: object): void {
  try {
    if (!prepareFolder(folder)) return;
    const path = join(folder, key);
    const unfinished = `${path}.${randomBytes(8).toString('hex')}.tmp`;
    try {
      writeFileSync(unfinished, writeEntry(key, value), { mode: 0o600, flag: 'wx' });
      renameSync(unfinished, path);
    } catch {
      rmSync(unfinished, { force: true });
    }
    pruneFolder(folder);
  } catch {
    // A disk that is full or cannot be written to.
  }
}
