/** Words of a command line, up to a blank or an operator. */
import { charAt, isNext, matchNext } from './blanks.ts';
import type { Word } from './command.ts';
import { readBackquoted, readDollar, readProcessSubstitution } from './expansion.ts';
import { readAnsiQuoted, readDoubleQuoted, readSingleQuoted } from './quotes.ts';
import { unreadable, type Reading } from './reading.ts';

/** Characters without a meaning to the shell. */
const PLAIN = /[^\s;&|<>()'"`\\$*?[\]{~#=:!]+/y;
const WORD_END = /[ \t\n;&|()]|$/y;
const PROCESS_SUBSTITUTION = /[<>]\(/y;
/** An index of a list: bash reads it up to its bracket, other shells to the next blank. */
const SUBSCRIPT = /^[A-Za-z_][A-Za-z0-9_]*\[/;
const CONTINUED = /\\\n/g;
const SEVERAL = /,|\.\./;

interface Parts {
  value: string | null;
  splits: boolean;
  disputed: boolean;
  hasBrace: boolean;
  hasBracket: boolean;
  /** Brackets that are open. */
  brackets: number;
}

/** Reads a word; null if none is next. `subscript` matches words of which bash reads the index as a whole. */
export function readWord(reading: Reading, subscript = SUBSCRIPT): Word | null {
  const start = reading.at;
  const parts: Parts = {
    value: '',
    splits: false,
    disputed: false,
    hasBrace: false,
    hasBracket: false,
    brackets: 0,
  };
  while (!isWordEnd(reading)) readPart(reading, parts, start);
  if (reading.at === start) return null;
  const end = reading.at;
  const raw = reading.text.slice(start, end).replace(CONTINUED, '');
  if (raw === '') return null;
  const expandsBraces = parts.hasBrace && SEVERAL.test(raw.slice(raw.indexOf('{'), raw.lastIndexOf('}') + 1));
  const isPattern = parts.hasBracket && raw.includes(']');
  if (parts.brackets > 0 && subscript.test(raw)) unreadable();
  const isKnown = !expandsBraces && !isPattern;
  return {
    value: isKnown ? parts.value : null,
    raw,
    start,
    end,
    splits: parts.splits || !isKnown,
    disputed: parts.disputed,
  };
}

const isWordEnd = (reading: Reading): boolean =>
  matchNext(reading, WORD_END) !== null ||
  ('<>'.includes(charAt(reading)) && matchNext(reading, PROCESS_SUBSTITUTION) === null);

function add(parts: Parts, text: string | null): void {
  parts.value = text === null || parts.value === null ? null : parts.value + text;
}

function readPart(reading: Reading, parts: Parts, start: number): void {
  const plain = matchNext(reading, PLAIN)?.[0] ?? '';
  if (plain !== '') {
    reading.at += plain.length;
    return add(parts, plain);
  }
  const char = charAt(reading);
  reading.at++;
  switch (char) {
    case '\\': {
      const escaped = charAt(reading);
      if (escaped === '') unreadable();
      reading.at++;
      return add(parts, escaped === '\n' ? '' : escaped);
    }
    case "'":
      return add(parts, readSingleQuoted(reading));
    case '"':
      return add(parts, readDoubleQuoted(reading));
    case '`':
      readBackquoted(reading, false);
      return addExpansion(parts);
    case '$':
      return readUnquotedDollar(reading, parts);
    case '<':
    case '>':
      readProcessSubstitution(reading);
      return addExpansion(parts);
    case '*':
    case '?':
      return addExpansion(parts);
    case '~':
      // The name of a folder, which stays one word.
      return add(parts, /(?:^|[=:])$/.test(reading.text.slice(start, reading.at - 1)) ? null : char);
    case '{':
      parts.hasBrace = true;
      return add(parts, char);
    case '[':
      parts.hasBracket = true;
      parts.brackets++;
      return add(parts, char);
    case ']':
      if (parts.brackets > 0) parts.brackets--;
      return add(parts, char);
    default:
      // Blanks of Unicode are part of words, as every other character.
      return add(parts, char);
  }
}

function addExpansion(parts: Parts): void {
  parts.value = null;
  parts.splits = true;
}

function readUnquotedDollar(reading: Reading, parts: Parts): void {
  if (isNext(reading, "'")) {
    reading.at++;
    parts.disputed = true;
    return add(parts, readAnsiQuoted(reading));
  }
  if (isNext(reading, '"')) {
    reading.at++;
    parts.disputed = true;
    reading.found.isBash = true;
    return add(parts, readDoubleQuoted(reading));
  }
  if (readDollar(reading, false)) addExpansion(parts);
  else add(parts, '$');
}
