#!/usr/bin/env node
import { COMMANDS } from './commands.ts';
import { runCommandLine } from './run-command-line.ts';
import { wantsColours } from './wants-colours.ts';

// A reader that has seen enough (`ferrule … | head`) closes the pipe: nothing is left to say to it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

// Whoever closed the error stream is told nothing, but the exit code stands.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
});

process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: process.stdin,
  colours: wantsColours(process.stdout, process.env),
});
