/**
 * Files of a log's folder. Each writer (an evaluation worker, the service itself) has a folder of its own in it:
 * `worker-0/00000001-2026-11-21.jsonl`, numbered from 1 in the order in which they were written.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ChainReader } from './check-lines.ts';
import type { ChainState } from './chain.ts';
import { removalsOf, startOf } from './removals.ts';
import type { Removal } from './retention-note.ts';

const FILE = /^(\d{8})-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const LINE_FEED = 0x0a;
export const DAY_MS = 86_400_000;

export const CHECKPOINTS = 'checkpoints';
/** Ends the name of an empty file beside one that could not be synced. */
const DOUBTED = '.doubted';

export interface LogFile {
  readonly path: string;
  readonly number: number;
  /** UTC date on which it was begun. */
  readonly day: string;
}

/** The files of one writer, oldest first. */
export function listFiles(folder: string): LogFile[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, number, day] = FILE.exec(name) ?? [];
      return number === undefined || day === undefined
        ? []
        : [{ path: join(folder, name), number: Number(number), day }];
    })
    .sort((a, b) => a.number - b.number);
}

export function filePath(folder: string, number: number, day: string): string {
  return join(folder, `${String(number).padStart(8, '0')}-${day}.jsonl`);
}

/** The UTC date of a time. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** State of a writer's earlier files. */
export interface Recovered {
  /** State of its chain; null if none exists, or if it is broken and a new one begins. */
  readonly state: ChainState | null;
  /** Number of the last file, 0 when there is none. */
  readonly last: number;
  /** Warning for the operator, or null. */
  readonly problem: string | null;
  /** Name of a chain that does not continue, as far as its file shows. */
  readonly former: string | null;
}

/**
 * Finds the state of a chain. An incomplete last line was being written when the process or the machine stopped: it
 * is moved to a file `*.torn`, and the chain goes on from the last whole record. Lines that are not what was written are
 * left as they are, for those who verify, and a new chain begins.
 */
export function recover(folder: string): Recovered {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = listFiles(folder);
  const last = files.at(-1)?.number ?? 0;
  for (const { path } of files.reverse()) {
    const lines = wholeLines(path);
    if (lines.length === 0) continue;
    const reader = new ChainReader();
    const anew = (problem: string): Recovered => ({
      state: null,
      last,
      problem: `${problem}; a new chain begins`,
      former: reader.state?.logId ?? startOf(lines[0] ?? null)?.logId ?? null,
    });
    if (existsSync(path + DOUBTED)) return anew(`${path}: could not be synced`);
    for (const [i, line] of lines.entries()) {
      const result = i === 0 ? reader.startFile(line) : reader.next(line);
      if (!result.ok) return anew(`${path}:${i + 1}: ${result.problem}`);
    }
    try {
      // Records of the previous process are not on disk before a sync: the next checkpoint covers them, too.
      syncFile(path);
    } catch {
      return anew(`${path}: cannot be synced`);
    }
    return { state: reader.state, last, problem: null, former: null };
  }
  return { state: null, last, problem: null, former: null };
}

function wholeLines(path: string): Buffer[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  if (end < bytes.length) {
    writeFileSync(`${path}.torn`, bytes.subarray(end), { flag: 'a' });
    truncateSync(path, end);
  }
  return splitLines(bytes.subarray(0, end));
}

/** The lines of bytes that end in a line feed, without it. */
export function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, from);
    const end = found === -1 ? bytes.length : found;
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

/** Writes all of it, from this place in the file on. Throws the system's error. */
export function writeAll(fd: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}

/**
 * Removes files that were started more than N days ago, but never the newest.
 *
 * @param keep takes down what is removed, before it is
 */
export function removeOld(
  folder: string,
  days: number,
  now: number,
  keep: (removal: Removal) => void = () => undefined,
): void {
  const oldest = dayOf(now - days * DAY_MS);
  const files = listFiles(folder);
  const old = files.slice(0, -1).filter(({ day }) => day < oldest);
  if (old.length === 0) return;
  const left = files.filter((file) => !old.includes(file));
  for (const removal of removalsOf(old, left)) keep(removal);
  for (const { path } of old) for (const name of [path, path + DOUBTED]) rmSync(name, { force: true });
}

/** Records that an unknown part of a file is on disk. On a failing disk this may fail, too. */
export function doubt(path: string): void {
  try {
    writeFileSync(path + DOUBTED, '');
  } catch {
    // The log's own warning reports the disk.
  }
}

/** Makes sure that the names of a folder are on disk. */
export function syncFolder(folder: string): void {
  sync(openSync(folder, 'r'));
}

function syncFile(path: string): void {
  sync(openSync(path, 'r+'));
}

function sync(fd: number): void {
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
