import { statSync } from 'node:fs';
import { findWriters, readLines } from './read-log.ts';

const SEQUENCE = /,"record_sequence":(\d+)/;

/**
 * Numbers of the records in a log of files that changed sums, as far as they were written since a time. Throws the system's
 * error for a log that cannot be read.
 */
export function loggedSequences(folder: string, since: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { paths } of findWriters(folder)) {
    for (const path of paths) {
      if (statSync(path).mtimeMs < since) continue;
      for (const line of readLines(path)) {
        const sequence = SEQUENCE.exec(line.toString('utf8'))?.[1];
        if (sequence !== undefined) found.add(Number(sequence));
      }
    }
  }
  return found;
}
