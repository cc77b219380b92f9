/** Reads a command line as a shell does, without running, expanding or looking up anything. */
import type { ShellCommand } from './command.ts';
import { readBackquoted, readDollar, readText } from './expansion.ts';
import { readCommands } from './list.ts';
import {
  addUnknown,
  isUnreadable,
  LONGEST_COMMAND_LINE,
  newFindings,
  type Findings,
  type Reading,
} from './reading.ts';

/** Control characters but tab and line feed. */
const FORBIDDEN = /[^\P{Cc}\t\n]/u;

/** The commands of a command line. */
export interface ShellReading {
  readonly commands: readonly ShellCommand[];
  /** True if dash reads something in another way than bash, or not at all. */
  readonly isBash: boolean;
}

/**
 * The commands that a command line may start, in the order of the text, or null if they are unknown: the text is not a
 * command line of the POSIX shell or bash, is too long, or uses what changes how the rest is read.
 */
export function readShell(text: string): ShellReading | null {
  if (text.length > LONGEST_COMMAND_LINE || FORBIDDEN.test(text) || !text.isWellFormed()) return null;
  const found = newFindings({ dollar: readDollar, backquoted: readBackquoted, commands: readCommands });
  const reading: Reading = {
    ...{ text, at: 0, found, via: [], place: null, script: null, isPiped: false, waiting: [] },
  };
  try {
    readText(reading);
    // Bash evaluates a text where it expects a number, with the substitutions in it.
    const isEvaluated = [...found.arithmetic].some((name) => found.texts.has(name));
    if (isEvaluated) addUnknown(reading, 0, text.length, []);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
  return { commands: finished(found), isBash: found.isBash };
}

/**
 * The commands with the variables that are set for them, in the order of the text. What follows a call of a function is
 * conditional: the function may end the shell, or call itself until the shell fails.
 */
function finished({
  commands,
  variables,
  variablesBefore,
  functions,
  isRepeated,
}: Findings): readonly ShellCommand[] {
  const names = [...variables];
  const isCall = ({ program }: ShellCommand): boolean => program !== null && functions.has(program);
  const firstCall = commands.findIndex(isCall);
  const finish = (command: ShellCommand, i: number): ShellCommand => {
    const before = isRepeated ? names : names.slice(0, variablesBefore[i]);
    const env = command.env.length === 0 ? before : [...new Set([...command.env, ...before])];
    return {
      ...command,
      env,
      dynamic: command.dynamic || isCall(command),
      conditional: command.conditional || (firstCall !== -1 && i > firstCall),
    };
  };
  return commands.map(finish).sort((a, b) => a.start - b.start);
}
