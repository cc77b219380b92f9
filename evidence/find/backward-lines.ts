import { readSync } from 'node:fs';

/** A line of a file, and the offset of its first byte. */
interface FoundLine {
  readonly bytes: Buffer;
  readonly start: number;
}

/** Counts what was read, for those who read a bounded amount. */
export interface Work {
  bytes: number;
}

const LINE_FEED = 0x0a;
const FIRST_BYTES = 32 * 1024;
const MOST_BYTES = 256 * 1024;
/** A longer line is left out. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The whole lines of a file before an offset, the last first, with a part of the file in memory at a time. Throws the
 * system's error.
 *
 * @param end what is between it and the last line feed before it is left out
 */
export function* backwardLines(fd: number, end: number, work: Work): Generator<FoundLine> {
  /** Bytes of the file from `from` on. */
  let held: Buffer = Buffer.alloc(0);
  let from = end;
  let step = FIRST_BYTES;
  /** Offset of the last line feed before an offset, -1 if there is none. What is held up to `keep` stays. */
  const lineFeedBefore = (offset: number, keep: number): number => {
    let before = offset;
    for (;;) {
      const at = before > from ? held.lastIndexOf(LINE_FEED, before - from - 1) : -1;
      if (at !== -1) return from + at;
      if (from === 0) return -1;
      const read = readAt(fd, Math.max(0, from - step), Math.min(step, from), work);
      const isKept = keep - from <= LONGEST_LINE;
      held = Buffer.concat([read, isKept ? held.subarray(0, keep - from) : Buffer.alloc(0)]);
      before = from;
      from -= read.length;
      step = Math.min(MOST_BYTES, step * 2);
    }
  };
  let last = lineFeedBefore(end, end);
  while (last !== -1) {
    const before = lineFeedBefore(last, last);
    const start = before + 1;
    if (from + held.length >= last && start < last)
      yield { bytes: held.subarray(start - from, last - from), start };
    last = before;
  }
}

/** Bytes of a file. Throws the system's error, and an error when the file has become shorter. */
export function readAt(fd: number, start: number, length: number, work: Work): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const count = readSync(fd, bytes, done, length - done, start + done);
    if (count === 0) throw Object.assign(new Error('the file has become shorter'), { code: 'EIO' });
    done += count;
  }
  work.bytes += length;
  return bytes;
}
