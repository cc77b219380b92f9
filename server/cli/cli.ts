#!/usr/bin/env node
import { COMMANDS } from './commands.ts';
import { runCommandLine } from './run-command-line.ts';

// A reader that has seen enough (`ferrule … | head`) closes the pipe: nothing is left to say to it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: process.stdin,
  colours: process.stdout.isTTY && !process.env['NO_COLOR'],
});
