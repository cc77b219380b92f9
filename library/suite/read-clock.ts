import { meantTime, readTime } from './read-time.ts';
import type { Complain, Path } from './suite.ts';

/** Milliseconds since the epoch; 0 (reported) for what is not a time. */
export function readClock(written: string | number, path: Path, complain: Complain): number {
  const time = readTime(written);
  if (time === null)
    complain(
      path,
      `'${written}' is not a time such as 2026-01-31T12:00:00Z, nor seconds${meantTime(written)}`,
    );
  return time ?? 0;
}
