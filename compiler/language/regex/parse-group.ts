import { takeMatch } from './parse-escape.ts';
import {
  hasMore,
  isAt,
  readSince,
  refuse,
  skip,
  take,
  type PatternReader,
  type RegexFlags,
} from './pattern-reader.ts';

/** Groups of other engines that only a backtracking search can follow. */
const BACKTRACKING_GROUPS: readonly (readonly [opening: string, what: string])[] = [
  ['(?=', 'a lookahead'],
  ['(?!', 'a lookahead'],
  ['(?<=', 'a lookbehind'],
  ['(?<!', 'a lookbehind'],
  ['(?>', 'an atomic group'],
  ['(?(', 'a conditional group'],
  ['(?P=', 'a backreference'],
  ['(?P>', 'a recursion'],
  ['(?R', 'a recursion'],
  ['(?&', 'a recursion'],
];

const NAME_OPENING = /\(\?P?</y;
const GROUP_NAME = /^[0-9A-Za-z_]+$/;

/**
 * Reads the opening of a group, up to where its pattern starts; the reader is at the `(`. The flags of a group
 * like `(?i:` are in force afterwards. False when nothing was opened: `(?i)` only sets flags.
 */
export function parseGroupOpening(reader: PatternReader): boolean {
  const start = reader.position;
  for (const [opening, what] of BACKTRACKING_GROUPS) {
    if (isAt(reader, opening)) refuse(reader, 'needs-backtracking', start, { text: opening, what });
  }
  if (takeMatch(reader, NAME_OPENING) !== null) {
    parseName(reader);
    return true;
  }
  if (skip(reader, '(?')) return parseFlags(reader, start);
  skip(reader, '(');
  return true;
}

function parseName(reader: PatternReader): void {
  const start = reader.position;
  const end = reader.pattern.indexOf('>', start);
  reader.position = end < 0 ? reader.pattern.length : end;
  const name = readSince(reader, start);
  if (end < 0 || !GROUP_NAME.test(name)) refuse(reader, 'bad-name', start, { text: name });
  else if (reader.names.has(name)) refuse(reader, 'duplicate-name', start, { text: name });
  reader.names.add(name);
  skip(reader, '>');
}

const FLAG_NAMES: ReadonlyMap<string, keyof RegexFlags | null> = new Map([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['U', null],
]);

/** The flags after `(?`, up to `:` (a group, true) or `)` (for the rest of the enclosing group, false). */
function parseFlags(reader: PatternReader, start: number): boolean {
  let flags = reader.flags;
  let value = true;
  let dangling = false;
  while (hasMore(reader)) {
    const character = take(reader);
    const flag = FLAG_NAMES.get(character);
    if (flag !== undefined) {
      if (flag !== null) flags = { ...flags, [flag]: value };
      dangling = false;
    } else if (character === '-' && value) {
      value = false;
      dangling = true;
    } else if ((character === ':' || character === ')') && !dangling) {
      reader.flags = flags;
      return character === ':';
    } else {
      break;
    }
  }
  refuse(reader, 'bad-group', start, { text: readSince(reader, start) });
  return false;
}
