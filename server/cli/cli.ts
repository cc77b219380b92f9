#!/usr/bin/env node
/** Where the command line starts: a CommonJS bundle that loads nothing but what the command needs. */
import { VERSION } from '../version.ts';

/** The bundle of every command, beside this one. */
const COMMANDS = './commands.js';

// A reader that has seen enough (`ferrule … | head`) closes the pipe: nothing is left to say to it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
// Whoever closed the error stream is told nothing, but the exit code stands.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
});

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (words[0] === 'evaluate') return (await import('./start/run-linked.ts')).runLinked(words);
  const { run } = (await import(COMMANDS)) as typeof import('./run-any.ts');
  return run(words);
}

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
