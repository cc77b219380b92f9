import { counted } from '../library/counted.ts';
import { FerruleError } from '../runtime/engine/errors.ts';
import { CompileError } from '../library/compile-error.ts';
import { errorDetail } from '../library/error-detail.ts';
import { SourceError } from '../library/node/sources.ts';
import { RequestError } from '../library/read-request.ts';
import { visible } from '../library/shown-text.ts';
import { LockError } from '../agents/mcp/pins.ts';
import { UpstreamError } from '../agents/mcp/fetch-tools.ts';
import { missingPackage } from '../library/missing-package.ts';
import { VERSION } from '../library/version.ts';
import {
  CommandError,
  DONE,
  INTERNAL_ERROR,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { createTerminal, type Streams } from './terminal.ts';
import { findCommand, namesUnder } from './find-command.ts';
import { commandHelp, mainHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command line (without the program's name) and returns the exit code. Never throws. */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
  streams: Streams,
): Promise<number> {
  const terminal = createTerminal(streams);
  try {
    return await dispatch(commands, words, terminal);
  } catch (error) {
    terminal.err(`ferrule: ${messageOf(error)}\n`);
    return exitCodeOf(error);
  }
}

async function dispatch(
  commands: readonly Command[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const [first, ...others] = words;
  if (first === undefined) {
    terminal.err(mainHelp(commands));
    throw usageError('no command given');
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    terminal.out(helpOn(commands, others));
    return DONE;
  }
  if (first === '--version' || first === 'version') {
    if (others.length > 0) throw usageError(`${first} does not take '${others[0]}'`);
    terminal.out(`${VERSION}\n`);
    return DONE;
  }
  const { command, rest } = findCommand(commands, words);
  const { args, options, help } = parseArguments(command, rest);
  if (!help) return command.run(args, options, terminal);
  terminal.out(commandHelp(command));
  return DONE;
}

/** The help on what follows `help`: everything, a command, or the commands that begin with a word. */
function helpOn(commands: readonly Command[], words: readonly string[]): string {
  const [first] = words;
  if (first === undefined) return mainHelp(commands);
  const under = namesUnder(commands, first);
  if (words.length === 1 && under.length > 0)
    return mainHelp(commands.filter(({ name }) => name === first || under.includes(name)));
  const { command, rest } = findCommand(commands, words);
  if (rest.length > 0) throw usageError(`help does not take '${rest[0]}'`);
  return commandHelp(command);
}

/** Errors that the user can act on; all others are defects. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof FerruleError ||
    error instanceof CompileError ||
    error instanceof SourceError ||
    error instanceof RequestError ||
    error instanceof LockError ||
    error instanceof UpstreamError
  );
}

function messageOf(error: unknown): string {
  if (error instanceof CompileError) return notCompiled(error);
  if (error instanceof CommandError) return [error.message, ...error.problems].map(visible).join('\n  ');
  return visible(lineOf(error));
}

/** Names and values in it may hold anything, a line feed too. */
function lineOf(error: unknown): string {
  if (error instanceof FerruleError) return errorDetail(error);
  if (isExpected(error)) return error.message;
  const missing = missingPackage(error);
  if (missing !== null) return missing;
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

/** Every problem with its line, then how many errors there are. */
function notCompiled(error: CompileError): string {
  const errors = error.diagnostics.filter(({ severity }) => severity === 'error').length;
  const count = counted(errors, 'error');
  return `the ruleset does not compile (${count})\n${error.report()}`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  return isExpected(error) || missingPackage(error) !== null ? WRONG_INPUT : INTERNAL_ERROR;
}
