#!/usr/bin/env node
/** Where the command line starts: a CommonJS bundle that loads nothing but what the command needs. */
import type { run as runAny } from './run-any.ts';
import { VERSION } from '../library/version.ts';
import { openStreams, writeAtOnce } from './start/output.ts';

/** The bundle of every command, beside this one. */
const COMMANDS = './commands.js';

/** The language server, which an editor waits for: it needs nothing of the commands. */
const LANGUAGE_SERVER = './lsp.js';

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === '--version') {
    writeAtOnce('stdout', `${VERSION}\n`);
    return 0;
  }
  if (words.length === 2 && words[0] === 'lsp' && words[1] === '--stdio') {
    await import(LANGUAGE_SERVER);
    // The program ends the process itself.
    return new Promise(() => undefined);
  }
  if (words[0] === 'evaluate') return (await import('./start/run-linked.ts')).runLinked(words);
  openStreams();
  const { run } = (await import(COMMANDS)) as { readonly run: typeof runAny };
  return run(words);
}

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
