import { isatty } from 'node:tty';
import type { Command } from './command.ts';
import { runCommandLine } from './run-command-line.ts';
import { wantsColours } from './wants-colours.ts';

/** Writes to one of the streams of this process. */
export type Write = (name: 'stdout' | 'stderr', text: string) => void;

const STDOUT = 1;

/** Runs a command line in this process; returns the exit code. */
export function runProcess(
  commands: readonly Command[],
  words: readonly string[],
  write: Write,
): Promise<number> {
  return runCommandLine(commands, words, {
    out: (text) => {
      write('stdout', text);
    },
    err: (text) => {
      write('stderr', text);
    },
    // Streams are opened when they are used: it takes its time.
    get stdin() {
      return process.stdin;
    },
    get isTerminal() {
      return isatty(STDOUT);
    },
    get colours() {
      return wantsColours(process.stdout, process.env);
    },
  });
}
