import type { Terminal } from './terminal.ts';

export type { Terminal };

/** Exit codes; docs/cli.md and `--help` list them. */
export const DONE = 0;
export const WRONG_INPUT = 1;
export const WRONG_USAGE = 2;
/** For commands whose exit code 1 is a finding. */
export const DOES_NOT_COMPILE = 3;
/** Nothing speaks against it, and it is not proved. */
export const NOT_PROVED = 4;
export const INTERNAL_ERROR = 70;

export interface Option {
  /** With a value, without, or `optional`: --NAME or --NAME=VALUE. */
  readonly type: 'string' | 'boolean' | 'optional';
  /** Name of the value in the help, for options that take one. */
  readonly value?: string;
  readonly help: string;
  /** For an optional value: words that also count as one when they come next, as in --NAME VALUE. */
  readonly values?: readonly string[];
  /** It may be given several times; its value is a list. */
  readonly many?: boolean;
}

/** The options given, by name; every name is one of the command's own. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, all required. */
  readonly arguments: readonly string[];
  /** Name of further arguments, any number of them. */
  readonly more?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs of the help. */
  readonly notes?: string;
  /** The exit codes, where they are not the usual ones. */
  readonly exitCodes?: string;
  /** Returns the exit code. May throw CommandError, and the errors of the library, which become exit code 1. */
  readonly run: (args: readonly string[], options: OptionValues, terminal: Terminal) => Promise<number>;
}

/** A user error: reported in one line, and one for each problem, without a stack trace. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly problems: readonly string[];
  constructor(message: string, exitCode: number = WRONG_INPUT, problems: readonly string[] = []) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.problems = problems;
  }
}

/** A wrong command line. */
export function usageError(message: string, problems: readonly string[] = []): CommandError {
  return new CommandError(message, WRONG_USAGE, problems);
}

/** The value of an option of type string, or null when it was not given. */
export function textOption(options: OptionValues, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/** The values of an option that may be given several times. */
export function textOptions(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value : [];
}

/** The option of every command that compiles. */
export const LENIENT_OPTION: Option = {
  type: 'boolean',
  help: 'keys that the language does not know are warnings',
};

/** The option of every command that takes a compiled ruleset from the cache. */
export const NO_CACHE_OPTION: Option = {
  type: 'boolean',
  help: 'compile anew, and keep nothing of it for the next time',
};
