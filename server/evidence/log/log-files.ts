/**
 * Files of a log's folder. Each writer (an evaluation worker, the service itself) has a folder of its own in it:
 * `worker-0/00000001-2026-11-21.jsonl`, numbered from 1 in the order in which they were written.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChainReader } from './check-lines.ts';
import type { ChainState } from './chain.ts';

const FILE = /^(\d{8})-(\d{4}-\d{2}-\d{2})\.jsonl$/;
const LINE_FEED = 0x0a;
const DAY_MS = 86_400_000;

export const CHECKPOINTS = 'checkpoints';

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

/** What was found of a writer's former files. */
export interface Recovered {
  /** Where its chain stands; null: there is none, or it is broken and a new one begins. */
  readonly state: ChainState | null;
  /** Number of the last file, 0 when there is none. */
  readonly last: number;
  /** What a person must know, or null. */
  readonly problem: string | null;
}

/**
 * Finds where a chain stands. A last line without its end was being written when the process or the machine stopped: it
 * is moved to a file `*.torn`, and the chain goes on from the last whole record. Lines that are not what was written are
 * left as they are, for those who verify, and a new chain begins.
 */
export function recover(folder: string): Recovered {
  mkdirSync(folder, { recursive: true });
  const files = listFiles(folder);
  const last = files.at(-1)?.number ?? 0;
  for (const { path } of files.reverse()) {
    const lines = wholeLines(path);
    if (lines.length === 0) continue;
    const reader = new ChainReader();
    for (const [i, line] of lines.entries()) {
      const result = i === 0 ? reader.startFile(line) : reader.next(line);
      if (!result.ok) {
        return { state: null, last, problem: `${path}:${i + 1}: ${result.problem}; a new chain begins` };
      }
    }
    return { state: reader.state, last, problem: null };
  }
  return { state: null, last, problem: null };
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

/** Removes files that were begun more than so many days ago, but never the newest. */
export function removeOld(folder: string, days: number, now: number): void {
  const oldest = new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  for (const { path, day } of listFiles(folder).slice(0, -1)) if (day < oldest) rmSync(path, { force: true });
}

/** Makes sure that the names of a folder are on disk. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
