import type { Command } from './command.ts';
import { runCommandLine } from './run-command-line.ts';
import { wantsColours } from './wants-colours.ts';

/** Runs a command line with the streams of this process; answers the exit code. */
export function runProcess(commands: readonly Command[], words: readonly string[]): Promise<number> {
  return runCommandLine(commands, words, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    // Most commands do not read it, and opening it takes its time.
    get stdin() {
      return process.stdin;
    },
    colours: wantsColours(process.stdout, process.env),
  });
}
