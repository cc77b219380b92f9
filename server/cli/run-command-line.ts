import { closestName } from '../../compiler/diagnostics/suggest.ts';
import { FerruleError } from '../../runtime/errors.ts';
import { CompileError } from '../library/compile-error.ts';
import { errorDetail } from '../library/error-detail.ts';
import { SourceError } from '../library/sources.ts';
import { LockError } from '../mcp/pins.ts';
import { UpstreamError } from '../mcp/fetch-tools.ts';
import { missingPackage } from '../missing-package.ts';
import { VERSION } from '../version.ts';
import {
  CommandError,
  DONE,
  INTERNAL_ERROR,
  usageError,
  WRONG_INPUT,
  type Command,
  type Terminal,
} from './command.ts';
import { commandHelp, mainHelp } from './help.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command line (without the program's name) and answers the exit code. Never throws. */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
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
  const { name, rest } = splitName(commands, words);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? terminal.err : terminal.out)(mainHelp(commands));
    if (name === undefined) throw usageError('no command given');
    return DONE;
  }
  if (name === '--version') {
    terminal.out(`${VERSION}\n`);
    return DONE;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw unknownCommand(commands, name);
  const { args, options, help } = parseArguments(command, rest);
  if (!help) return command.run(args, options, terminal);
  terminal.out(commandHelp(command));
  return DONE;
}

/** The command's name, which may be of two words, and what follows it. */
function splitName(
  commands: readonly Command[],
  words: readonly string[],
): { readonly name: string | undefined; readonly rest: readonly string[] } {
  const [first, second] = words;
  const both = `${first} ${second}`;
  if (commands.some(({ name }) => name === both)) return { name: both, rest: words.slice(2) };
  return { name: first, rest: words.slice(1) };
}

function unknownCommand(commands: readonly Command[], name: string): CommandError {
  const meant = closestName(
    name,
    commands.map((command) => command.name),
  )();
  const hint = meant === null ? 'see ferrule --help' : `did you mean ${meant}?`;
  return usageError(`unknown ${name.startsWith('-') ? 'option' : 'command'} '${name}' (${hint})`);
}

/** Errors that tell the person at the terminal what to do; everything else is a defect. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof CommandError ||
    error instanceof FerruleError ||
    error instanceof CompileError ||
    error instanceof SourceError ||
    error instanceof LockError ||
    error instanceof UpstreamError
  );
}

function messageOf(error: unknown): string {
  if (error instanceof FerruleError) return errorDetail(error);
  if (isExpected(error)) return error.message;
  const missing = missingPackage(error);
  if (missing !== null) return missing;
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  return isExpected(error) || missingPackage(error) !== null ? WRONG_INPUT : INTERNAL_ERROR;
}
