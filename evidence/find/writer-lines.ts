/** The lines of one writer of a log in files, the last first. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { backwardLines, readAt, type Work } from './backward-lines.ts';
import { headOf } from './filter.ts';

/** A place in the files of a writer: lines before it are still to be read. */
export interface Place {
  /** Number of the file among those of the writer, as in its name. */
  readonly file: number;
  readonly offset: number;
}

/** A record with its place. */
export interface PlacedLine {
  readonly path: string;
  readonly bytes: Buffer;
  readonly start: number;
  /** Place behind it. */
  readonly end: Place;
  readonly time: string;
  readonly kind: string;
}

const LINE_FEED = 0x0a;
const PROBE_BYTES = 8 * 1024;
const MOST_PROBE_BYTES = 1024 * 1024;
/** A part of a file in which a time is no longer sought by halves. */
const NEAR_BYTES = 128 * 1024;
const NUMBER = /(\d{8})-\d{4}-\d\d-\d\d\.jsonl$/;

function numberOf(path: string): number {
  return Number(NUMBER.exec(path)?.[1] ?? 0);
}

/**
 * Lines of a writer before a place, the last first. Files that retention has removed meanwhile are left out.
 *
 * @param paths files, oldest first
 * @param place `null` for the end
 */
export function* writerLines(
  paths: readonly string[],
  place: Place | null,
  work: Work,
): Generator<PlacedLine> {
  for (const path of [...paths].reverse()) {
    const file = numberOf(path);
    if (place !== null && file > place.file) continue;
    const fd = openIfThere(path);
    if (fd === null) continue;
    try {
      const { size } = fstatSync(fd);
      const end = place !== null && file === place.file ? Math.min(place.offset, size) : size;
      for (const { bytes, start } of backwardLines(fd, end, work)) {
        const head = headOf(bytes);
        if (head === null) continue;
        yield { path, bytes, start, end: { file, offset: start + bytes.length + 1 }, ...head };
      }
    } finally {
      closeSync(fd);
    }
  }
}

/** A place behind all lines from before a time, as far as lines are in order of time. `null` for the end. */
export function placeOfTime(paths: readonly string[], time: string, work: Work): Place | null {
  let [low, high] = [0, paths.length];
  // The first file that begins at this time or later.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(paths[middle]!, time, work)) low = middle + 1;
    else high = middle;
  }
  const path = paths[low - 1];
  if (path === undefined) return { file: 0, offset: 0 };
  const fd = openIfThere(path);
  if (fd === null) return low === paths.length ? null : { file: numberOf(path), offset: Infinity };
  try {
    return { file: numberOf(path), offset: offsetOfTime(fd, time, work) };
  } finally {
    closeSync(fd);
  }
}

/** True if a file begins before a time. */
function isBefore(path: string, time: string, work: Work): boolean {
  const fd = openIfThere(path);
  if (fd === null) return true;
  try {
    const { size } = fstatSync(fd);
    const head = headOf(readAt(fd, 0, Math.min(PROBE_BYTES, size), work));
    return head === null || head.time < time;
  } finally {
    closeSync(fd);
  }
}

/** Offset of a line of this time or later, near to the first, or the size of the file. */
function offsetOfTime(fd: number, time: string, work: Work): number {
  const { size } = fstatSync(fd);
  let [low, high] = [0, size];
  while (high - low > NEAR_BYTES) {
    const middle = Math.floor((low + high) / 2);
    const line = lineAfter(fd, middle, high, work);
    if (line !== null && line.time >= time) high = line.start;
    else low = middle;
  }
  return high;
}

/** The first record that begins behind an offset; null if none begins nearby. */
function lineAfter(
  fd: number,
  offset: number,
  end: number,
  work: Work,
): { readonly start: number; readonly time: string } | null {
  for (let length = PROBE_BYTES; ; length *= 2) {
    const bytes = readAt(fd, offset, Math.min(length, end - offset), work);
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
      const head = headOf(bytes.subarray(at + 1));
      if (head !== null) return { start: offset + at + 1, time: head.time };
    }
    if (bytes.length < length || length >= MOST_PROBE_BYTES) return null;
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
