#!/usr/bin/env node
import type { Command } from './command.ts';
import { VERSION } from '../version.ts';
import { endWithReader } from './end-with-reader.ts';
import { wantsColours } from './wants-colours.ts';

process.stdout.on('error', endWithReader);
// Whoever closed the error stream is told nothing, but the exit code stands.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
});

/** Commands that load what they use, and not the table of all: those that are run often, or by an editor. */
const ALONE: Readonly<Record<string, () => Promise<Command>>> = {
  analyze: async () => (await import('./analyze.ts')).analyzeCommand,
  compile: async () => (await import('./compile.ts')).compileCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  fmt: async () => (await import('./fmt.ts')).fmtCommand,
  hook: async () => (await import('./hook.ts')).hookCommand,
  info: async () => (await import('./info.ts')).infoCommand,
  test: async () => (await import('./test.ts')).testCommand,
  types: async () => (await import('./types.ts')).typesCommand,
  validate: async () => (await import('./validate.ts')).validateCommand,
};

async function commandsFor(word: string | undefined): Promise<readonly Command[]> {
  const alone = word !== undefined && Object.hasOwn(ALONE, word) ? ALONE[word] : undefined;
  return alone === undefined ? (await import('./commands.ts')).COMMANDS : [await alone()];
}

async function main(words: readonly string[]): Promise<number> {
  if (words.length === 1 && words[0] === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const commands = await commandsFor(words[0]);
  const { runCommandLine } = await import('./run-command-line.ts');
  return runCommandLine(commands, words, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: process.stdin,
    colours: wantsColours(process.stdout, process.env),
  });
}

process.exitCode = await main(process.argv.slice(2));
