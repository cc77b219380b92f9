/** Programs that start other programs: what a row of their table says, and how their options are read. */
import type { Word } from './command.ts';

/**
 * How a program says what it starts:
 * - `words`: the words behind its options are a command
 * - `line`: these words, joined by blanks, are a command line
 * - `text`: the value of the option `-c` or `--command` is a command line; without it the words are a command
 * - `unknown`: by something that is not read, such as a file
 */
export type Kind =
  'words' | 'line' | 'text' | 'unknown' | 'shell' | 'eval' | 'trap' | 'find' | 'xargs' | 'lookup';

export interface Wrapper {
  readonly name: string;
  readonly kind: Kind;
  /** Letters of options without a value. */
  readonly flags?: string;
  /** Letters of options that take the next word, or the rest of theirs, as their value. */
  readonly values?: string;
  /** Letters of options whose value can only be the rest of their word. */
  readonly attached?: string;
  /** Names of options of two hyphens without a value. */
  readonly longFlags?: string;
  /** Names of options of two hyphens that take a value, in the same word or the next. */
  readonly longValues?: string;
  /** The number of words between the options and the command. */
  readonly skipped?: number;
  /** The kind of these words. The program starts nothing with another kind. */
  readonly operand?: RegExp;
  /** Values that options take, by letter or name. With another value the program starts nothing. */
  readonly accepts?: Readonly<Record<string, RegExp>>;
  /** True if it starts nothing without an option. */
  readonly needsOption?: boolean;
  /** True if `NAME=value` before the command sets variables. */
  readonly assigns?: boolean;
  /** True if it starts a shell when no command is given. */
  readonly opensShell?: boolean;
  /** Where the options are documented. */
  readonly source: string;
}

export interface Options {
  /** The words behind the options. */
  readonly rest: readonly Word[];
  /** Values by letter or name; an empty word for flags. */
  readonly given: ReadonlyMap<string, Word | null>;
}

/** True if a program takes the values of its options; null if that is not known before running. */
export function takesValues({ given }: Options, { accepts = {}, needsOption }: Wrapper): boolean | null {
  if (needsOption && given.size === 0) return false;
  let isKnown = true;
  for (const [name, pattern] of Object.entries(accepts)) {
    const word = given.get(name);
    if (!word) continue;
    if (word.value === null) isKnown = false;
    else if (!pattern.test(word.value)) return false;
  }
  return isKnown ? true : null;
}

const listed = (names: string | undefined, name: string): boolean => (names ?? '').split(' ').includes(name);

/** Reads the options of a program; null if one is not known. Options end at the first other word. */
export function readOptions(words: readonly Word[], wrapper: Wrapper): Options | null {
  const given = new Map<string, Word | null>();
  let at = 0;
  while (at < words.length) {
    const value = words[at]?.value ?? null;
    if (value === null) return null;
    if (value === '--') {
      at++;
      break;
    }
    if (!value.startsWith('-') || value === '-') break;
    at++;
    const taken = value.startsWith('--')
      ? takeLong(value.slice(2), words, at, wrapper, given)
      : takeLetters(value.slice(1), words, at, wrapper, given);
    if (taken === null) return null;
    at += taken;
  }
  return { rest: words.slice(at), given };
}

/** Returns the number of further words that an option takes, or null if it is not known. */
function takeLong(
  text: string,
  words: readonly Word[],
  at: number,
  wrapper: Wrapper,
  given: Map<string, Word | null>,
): number | null {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const word = words[at - 1] ?? null;
  if (listed(wrapper.longValues, name)) {
    const attached = equals === -1 || word === null ? null : { ...word, value: text.slice(equals + 1) };
    if (equals === -1 && (words[at] === undefined || words[at].splits)) return null;
    given.set(name, attached ?? words[at] ?? null);
    return equals === -1 ? 1 : 0;
  }
  if (equals !== -1 || !listed(wrapper.longFlags, name)) return null;
  given.set(name, null);
  return 0;
}

function takeLetters(
  text: string,
  words: readonly Word[],
  at: number,
  wrapper: Wrapper,
  given: Map<string, Word | null>,
): number | null {
  const word = words[at - 1] ?? null;
  for (const [i, letter] of [...text].entries()) {
    const rest = text.slice(i + 1);
    if ((wrapper.attached ?? '').includes(letter)) {
      given.set(letter, word === null ? null : { ...word, value: rest });
      return 0;
    }
    if ((wrapper.values ?? '').includes(letter)) {
      // A value that splits may bring the command with it.
      if (rest === '' && (words[at] === undefined || words[at].splits)) return null;
      given.set(letter, rest === '' ? (words[at] ?? null) : word === null ? null : { ...word, value: rest });
      return rest === '' ? 1 : 0;
    }
    if (!(wrapper.flags ?? '').includes(letter)) return null;
    given.set(letter, null);
  }
  return 0;
}
