import { isatty } from 'node:tty';
import type { DestinationStream } from 'pino';
import { terminalSafe } from '../library/terminal-safe.ts';

/** Standard error. */
export const STDERR = 2;

/** Names and addresses of callers are in log lines; JSON leaves some characters as they are that a terminal would obey. */
export function safely(destination: DestinationStream): DestinationStream {
  return isatty(STDERR) ? { write: (line) => destination.write(terminalSafe(line)) } : destination;
}
