/** The commands that the reader of command lines hands on. */

/** A program or built-in that a command line starts, or might start. */
export interface ShellCommand {
  /** The name without its folder; empty for redirections without a command, null if it is not known before running. */
  readonly program: string | null;
  /** The program as written if that has a folder, otherwise empty. */
  readonly path: string;
  /** The known arguments, without their quotes. */
  readonly args: readonly string[];
  /** True if a word or redirection depends on variables, substitutions, patterns or arithmetic. */
  readonly dynamic: boolean;
  /** Files that redirections write; one that is not known is listed as written. */
  readonly writes: readonly string[];
  /** Files that redirections read; one that is not known is listed as written. */
  readonly reads: readonly string[];
  /** Names of variables that are set for this command, by itself or by an assignment that comes before it. */
  readonly env: readonly string[];
  /** The programs that start it, the outermost first; empty if the shell does. */
  readonly via: readonly string[];
  /** The command as written. */
  readonly text: string;
  /** Place in the command line, in UTF-16 units. A command in the text of `sh -c` has the place of that text. */
  readonly start: number;
  readonly end: number;
  /** True if something else decides if it runs: a condition, a loop, a function, an earlier command that may end the shell. */
  readonly conditional: boolean;
}

/** A word of a command line. */
export interface Word {
  /** The word without its quotes, or null if it is not known before running. */
  readonly value: string | null;
  /** As written. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** True if it may become several words or none. */
  readonly splits: boolean;
  /** True if shells disagree on its value: `$'…'` and `$"…"`. */
  readonly disputed: boolean;
}

/** A redirection to or from a file. */
export interface Redirection {
  readonly target: string;
  readonly isWritten: boolean;
  readonly isRead: boolean;
  readonly dynamic: boolean;
}
