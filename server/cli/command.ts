/** What a command gets from outside, so that it can be run without a process. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Colours are welcome. */
  readonly colours?: boolean;
}

/** Exit codes; docs/cli.md and `--help` tell them. */
export const DONE = 0;
export const WRONG_INPUT = 1;
export const WRONG_USAGE = 2;
/** Of commands whose exit code 1 is a finding. */
export const DOES_NOT_COMPILE = 3;
export const INTERNAL_ERROR = 70;

export interface Option {
  /** With a value, without, or `optional`: --NAME or --NAME=VALUE. */
  readonly type: 'string' | 'boolean' | 'optional';
  /** Name of the value in the help, for options that take one. */
  readonly value?: string;
  readonly help: string;
  /** Of an optional value: words that are one, too, where they come next, as in --NAME VALUE. */
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
  /** Answers the exit code. May throw CommandError, and the errors of the library, which become exit code 1. */
  readonly run: (args: readonly string[], options: OptionValues, terminal: Terminal) => Promise<number>;
}

/** An error of the person at the terminal: told in one line, without a stack trace. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = WRONG_INPUT) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** A wrong command line. */
export function usageError(message: string): CommandError {
  return new CommandError(message, WRONG_USAGE);
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
