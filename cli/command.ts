import type { Terminal } from './terminal.ts';

export type { Terminal };

/** Exit codes; docs/reference/cli.md and `--help` list them. */
export const DONE = 0;
export const WRONG_INPUT = 1;
const WRONG_USAGE = 2;
/** Used by commands whose exit code 1 means a finding. */
export const DOES_NOT_COMPILE = 3;
/** No difference was found, but equivalence is not proved. */
export const NOT_PROVED = 4;
export const INTERNAL_ERROR = 70;

export interface Option {
  /** `string` takes a value, `boolean` takes none, `optional` is --NAME or --NAME=VALUE. */
  readonly type: 'string' | 'boolean' | 'optional';
  /** Name of the value in the help; unset for options without a value. */
  readonly value?: string;
  readonly help: string;
  /** Words that an optional value can also be when they follow, as in --NAME VALUE. */
  readonly values?: readonly string[];
  /** True if the option can be repeated; its value is a list. */
  readonly many?: boolean;
}

/** The given options by name; every name is an option of the command. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, all required. */
  readonly arguments: readonly string[];
  /** Name of the remaining arguments, any number of them. */
  readonly more?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs of the help. */
  readonly notes?: string;
  /** The exit codes, if they differ from the usual ones. */
  readonly exitCodes?: string;
  /** Returns the exit code. May throw CommandError, and the errors of the library, which become exit code 1. */
  readonly run: (args: readonly string[], options: OptionValues, terminal: Terminal) => Promise<number>;
}

/** A user error, printed as one line plus one per problem, without a stack trace. */
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

/** Creates the error for an invalid command line. */
export function usageError(message: string, problems: readonly string[] = []): CommandError {
  return new CommandError(message, WRONG_USAGE, problems);
}

/** Returns the value of a string option; null if not given. */
export function textOption(options: OptionValues, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/** Returns the values of a repeatable option. */
export function textOptions(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value : [];
}

/** The option of every command that compiles. */
export const LENIENT_OPTION: Option = {
  type: 'boolean',
  help: 'report unknown keys as warnings',
};

/** The option of every command that takes a compiled ruleset from the cache. */
export const NO_CACHE_OPTION: Option = {
  type: 'boolean',
  help: 'compile without reading or writing the cache',
};
