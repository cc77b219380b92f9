/**
 * Lists the records that retention removes from each chain. Log files can be larger than memory, so only the first line of
 * each file is read, and the last line of the last file in a chain.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { sha256Hex } from '../../library/node/sha256.ts';
import { ChainReader, type RecordHead } from './check-lines.ts';
import type { LogFile } from './log-files.ts';
import type { Removal } from './retention-note.ts';

const CHUNK = 65_536;
const LINE_FEED = 0x0a;
const LEAF = Buffer.of(0);

/** Position in a chain at which a file continues it. */
interface FileStart {
  readonly logId: string;
  /** Number of its first record. */
  readonly seq: number;
  /** Hash of the line before it. */
  readonly prev: string;
}

/**
 * The end of each chain's removed part after removing these files.
 * @param old oldest first, and all before `left`
 */
export function removalsOf(old: readonly LogFile[], left: readonly LogFile[]): readonly Removal[] {
  const starts = [...old, ...left].map(({ path }) => startOf(firstLine(path)));
  const lastOf = new Map<string, number>();
  for (const i of old.keys()) {
    const start = starts[i];
    if (start) lastOf.set(start.logId, i);
  }
  return [...lastOf].map(([logId, i]) => {
    const ends = starts.slice(old.length).flatMap((start) => (start?.logId === logId ? [start.seq] : []));
    // The oldest file that stays says where its chain begins now.
    return { logId, before: Math.min(endOf(old[i]!.path, starts[i]!, starts[i + 1] ?? null), ...ends) };
  });
}

/** Number of the record after a file: the next file says it if it goes on from this file's last line. */
function endOf(path: string, start: FileStart, next: FileStart | null): number {
  if (next?.logId === start.logId) {
    const last = lastLine(path);
    if (last !== null && sha256Hex(Buffer.concat([LEAF, last])) === next.prev) return next.seq;
  }
  return start.seq + countLines(path);
}

/** The start that the first line of a file states; null if it states none. */
export function startOf(line: Buffer | null): FileStart | null {
  if (line === null) return null;
  const reader = new ChainReader();
  reader.startFile(line);
  const { state } = reader;
  if (state === null) return null;
  const { seq, prev } = JSON.parse(line.toString('utf8')) as RecordHead;
  return { logId: state.logId, seq, prev };
}

/** The first line of a file, without its line feed; null for an empty file. */
function firstLine(path: string): Buffer | null {
  return withFile(path, (read) => {
    const parts: Buffer[] = [];
    for (let at = 0; ; at += CHUNK) {
      const part = read(at);
      const end = part.indexOf(LINE_FEED);
      parts.push(end === -1 ? part : part.subarray(0, end));
      if (end === -1 && part.length === CHUNK) continue;
      return at === 0 && part.length === 0 ? null : Buffer.concat(parts);
    }
  });
}

/** The last line of a file, without its line feed; null if the file does not end in one. */
function lastLine(path: string): Buffer | null {
  return withFile(path, (read, size) => {
    const parts: Buffer[] = [];
    for (let end = size; end > 0;) {
      const from = Math.max(0, end - CHUNK);
      let part = read(from).subarray(0, end - from);
      if (end === size) {
        if (part.at(-1) !== LINE_FEED) return null;
        part = part.subarray(0, -1);
      }
      const before = part.lastIndexOf(LINE_FEED);
      parts.unshift(part.subarray(before + 1));
      if (before !== -1) break;
      end = from;
    }
    return Buffer.concat(parts);
  });
}

/** Lines of a file, with one that has no line feed yet. */
function countLines(path: string): number {
  return withFile(path, (read) => {
    let lines = 0;
    let last = LINE_FEED;
    for (let at = 0; ; at += CHUNK) {
      const part = read(at);
      for (const byte of part) if (byte === LINE_FEED) lines++;
      last = part.at(-1) ?? last;
      if (part.length < CHUNK) return last === LINE_FEED ? lines : lines + 1;
    }
  });
}

/** @param use gets a function that reads the bytes from a place on, fewer than `CHUNK` at the end only */
function withFile<T>(path: string, use: (read: (at: number) => Buffer, size: number) => T): T {
  const fd = openSync(path, 'r');
  try {
    return use((at) => {
      const bytes = Buffer.alloc(CHUNK);
      let length = 0;
      for (;;) {
        const more = readSync(fd, bytes, length, CHUNK - length, at + length);
        length += more;
        if (more === 0 || length === CHUNK) return bytes.subarray(0, length);
      }
    }, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}
