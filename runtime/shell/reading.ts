/** The state of reading a command line, and its limits. */
import type { ShellCommand, Word } from './command.ts';

/** Longer command lines are unknown; in UTF-16 units. */
export const LONGEST_COMMAND_LINE = 65_536;
/** Command lines that start more are unknown. */
const MOST_COMMANDS = 1000;
const DEEPEST = 64;
const MOST_VARIABLES = 100;
/** Characters that are read again, in the texts of `sh -c` and between backquotes. */
const MOST_READ_AGAIN = 4 * LONGEST_COMMAND_LINE;

const UNREADABLE: unique symbol = Symbol('unreadable');

/** Gives up: the list of commands is unknown. */
export function unreadable(): never {
  throw UNREADABLE;
}

export const isUnreadable = (error: unknown): boolean => error === UNREADABLE;

/** The commands found in a command line, including the texts in it that are read as command lines. */
export interface Findings {
  readonly commands: ShellCommand[];
  /** For each command the number of variables that were set before it. */
  readonly variablesBefore: number[];
  /** Names of functions that it defines. */
  readonly functions: Set<string>;
  /** Variables that are set for the commands that follow, in the order of the text. */
  readonly variables: Set<string>;
  /** All variables that get a value that may be something else than a number. */
  readonly texts: Set<string>;
  /** Variables that arithmetic reads. A value that is not a number is evaluated, which can start programs. */
  readonly arithmetic: Set<string>;
  /** True if commands may run more than once or later: what they set then holds for those before them. */
  isRepeated: boolean;
  /** True if a command may have ended the shell. */
  isHalted: boolean;
  /** Above 0 while reading what may not run. */
  conditions: number;
  depth: number;
  /** Above 0 while reading commands between parentheses. */
  substitutions: number;
  readAgain: number;
  /** True if dash reads something in another way, or not at all. */
  isBash: boolean;
  /** The readers of the whole that readers of parts call. */
  readonly readers: Readers;
}

interface Readers {
  /** Reads an expansion behind a `$`; false if the `$` is an ordinary character. */
  readonly dollar: (reading: Reading, isInDoubleQuotes: boolean) => boolean;
  /** Reads a command substitution behind a backquote. */
  readonly backquoted: (reading: Reading, isInDoubleQuotes: boolean) => void;
  /** Reads commands up to what cannot begin one. Returns their number. */
  readonly commands: (reading: Reading) => number;
}

export interface HereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly isIndented: boolean;
  /** True if its command may not run. */
  readonly isConditional: boolean;
  /** Takes the body, or null if it is not known before running. */
  take: ((body: string | null) => void) | null;
}

/** A text that is being read. */
export interface Reading {
  readonly text: string;
  at: number;
  readonly found: Findings;
  /** Programs that start what is read. */
  via: readonly string[];
  /** The place of a text that is read again; null for the command line itself. */
  readonly place: Pick<Word, 'start' | 'end'> | null;
  /** The text that a shell reads from its input, of which this is a part; null: commands share their input with no text. */
  readonly script: Pick<Reading, 'text' | 'at'> | null;
  /** True in what has the output of another command as its input. */
  isPiped: boolean;
  /** Here-documents whose bodies begin with the next line. */
  waiting: HereDocument[];
}

export const newFindings = (readers: Readers): Findings => ({
  readers,
  commands: [],
  variablesBefore: [],
  functions: new Set(),
  variables: new Set(),
  texts: new Set(),
  arithmetic: new Set(),
  isRepeated: false,
  isHalted: false,
  conditions: 0,
  depth: 0,
  substitutions: 0,
  readAgain: 0,
  isBash: false,
});

/** Reads something nested. */
export function nested<T>(found: Findings, read: () => T): T {
  if (++found.depth > DEEPEST) unreadable();
  const result = read();
  found.depth--;
  return result;
}

/** Reads what may not run. */
export function conditionally<T>(found: Findings, read: () => T): T {
  found.conditions++;
  const result = read();
  found.conditions--;
  return result;
}

/** Reads something on which nothing depends that follows. Returns false, without commands of it, if it is unreadable. */
export function attempt(found: Findings, read: () => void): boolean {
  const { depth, substitutions, conditions, commands, variablesBefore } = found;
  const count = commands.length;
  try {
    read();
    return true;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    found.depth = depth;
    found.substitutions = substitutions;
    found.conditions = conditions;
    commands.length = count;
    variablesBefore.length = count;
    return false;
  }
}

/** Marks commands that were added as ones that may not run. */
export function markConditional(found: Findings, indices: Iterable<number>): void {
  for (const index of indices) {
    const command = found.commands[index];
    if (command) found.commands[index] = { ...command, conditional: true };
  }
}

/** Counts text that is read again. */
export function countReadAgain(found: Findings, text: string): void {
  found.readAgain += text.length;
  if (found.readAgain > MOST_READ_AGAIN) unreadable();
}

/** Shells and their options are set up by these; their values can be commands. */
const OF_THE_SHELL = /^(?:BASH.*|ENV|PS[0-9]|PROMPT_COMMAND|SHELLOPTS|POSIXLY_CORRECT)$/;

/** Variables that shells do not let a command set, or only to some values; an attempt can end the shell. */
const PROTECTED = /^(?:EUID|OPTIND|PPID|UID)$/;

/** Notes that a variable gets a value. `isNumber` if that is certainly one. */
export function noteVariable(found: Findings, name: string, isNumber: boolean): void {
  if (OF_THE_SHELL.test(name)) unreadable();
  if (PROTECTED.test(name)) found.isHalted = true;
  if (!isNumber) found.texts.add(name);
}

/** Notes that a variable gets a value for the commands that follow. */
export function setVariable(found: Findings, name: string, isNumber: boolean): void {
  noteVariable(found, name, isNumber);
  found.variables.add(name);
  if (found.variables.size > MOST_VARIABLES) unreadable();
}

/** Adds a command. */
export function addCommand(found: Findings, command: ShellCommand): void {
  found.commands.push(command);
  found.variablesBefore.push(found.variables.size);
  if (found.commands.length > MOST_COMMANDS) unreadable();
}

/** Adds a command of which nothing is known, where something is evaluated that may start programs. */
export function addUnknown(reading: Reading, start: number, end: number, via: readonly string[]): void {
  const { text, place, found } = reading;
  addCommand(found, {
    program: null,
    path: '',
    args: [],
    dynamic: true,
    writes: [],
    reads: [],
    env: [],
    via,
    text: text.slice(start, end),
    ...(place ?? { start, end }),
    conditional: true,
  });
}
