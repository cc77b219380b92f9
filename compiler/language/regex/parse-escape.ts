import type { CodePoints } from './code-points.ts';
import { PERL_CLASSES } from './named-classes.ts';
import {
  classUnderFlags,
  hasMore,
  isAt,
  readSince,
  refuse,
  skip,
  take,
  type PatternReader,
} from './pattern-reader.ts';
import { unicodeClass } from './unicode-classes.ts';

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
]);

const HEXADECIMAL = /x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y;
/** `\1` to `\7` alone would be a backreference; with a second digit, or after a zero, it is octal. */
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{1,2}/y;
const BACKREFERENCE = /[1-9]|[kg](?=[<{'\d-])/y;
const ASCII_LETTER_OR_DIGIT = /^[0-9A-Za-z]$/;

/** Reads an escape that means one character; the reader is at the backslash. Returns 0 after a refusal. */
export function parseCharacterEscape(reader: PatternReader): number {
  const start = reader.position;
  skip(reader, '\\');
  if (!hasMore(reader)) {
    refuse(reader, 'trailing-backslash', start);
    return 0;
  }
  const octal = takeMatch(reader, OCTAL);
  if (octal !== null) return parseInt(octal[0], 8);
  const hexadecimal = takeMatch(reader, HEXADECIMAL);
  if (hexadecimal !== null) return hexadecimalPoint(reader, start, hexadecimal[1] ?? hexadecimal[2] ?? '');
  if (takeMatch(reader, BACKREFERENCE) !== null) {
    refuse(reader, 'needs-backtracking', start, { text: readSince(reader, start), what: 'a backreference' });
    return 0;
  }
  const character = take(reader);
  const control = CONTROLS.get(character);
  if (control !== undefined) return control;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80 && !ASCII_LETTER_OR_DIGIT.test(character)) return point;
  refuse(reader, character === 'C' ? 'any-byte' : 'bad-escape', start, { text: readSince(reader, start) });
  return 0;
}

function hexadecimalPoint(reader: PatternReader, start: number, digits: string): number {
  const point = parseInt(digits, 16);
  if (point <= 0x10ffff) return point;
  refuse(reader, 'bad-escape', start, { text: readSince(reader, start) });
  return 0;
}

/**
 * Reads `\d`, `\pL`, `\p{Greek}` and the like, in and outside brackets; null (nothing read) when the escape at the
 * reader is of another kind. Under `(?i)` the class is folded before it is complemented, as in RE2.
 */
export function parseClassEscape(reader: PatternReader): CodePoints | null {
  if (isAt(reader, '\\p') || isAt(reader, '\\P')) return parseUnicodeEscape(reader);
  const letter = reader.pattern.charAt(reader.position + 1);
  const points = isAt(reader, '\\') ? PERL_CLASSES.get(letter.toLowerCase()) : undefined;
  if (points === undefined) return null;
  reader.position += 2;
  return classUnderFlags(reader, points, letter !== letter.toLowerCase());
}

function parseUnicodeEscape(reader: PatternReader): CodePoints {
  const start = reader.position;
  let negated = skip(reader, '\\P');
  if (!negated) skip(reader, '\\p');
  let name = take(reader);
  if (name === '{') {
    const end = reader.pattern.indexOf('}', reader.position);
    name = reader.pattern.slice(reader.position, Math.max(end, reader.position));
    reader.position = end < 0 ? reader.pattern.length : end + 1;
  }
  if (name.startsWith('^')) {
    negated = !negated;
    name = name.slice(1);
  }
  let points = reader.unicode.get(name);
  if (points === undefined) {
    points = unicodeClass(name);
    reader.unicode.set(name, points);
  }
  if (points === null) {
    refuse(reader, 'bad-class-name', start, { text: readSince(reader, start) });
    return [];
  }
  return classUnderFlags(reader, points, negated);
}

/** Applies a sticky expression at the reader and steps over what it matches. */
export function takeMatch(reader: PatternReader, expression: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(expression);
  sticky.lastIndex = reader.position;
  const match = sticky.exec(reader.pattern);
  if (match !== null) reader.position += match[0].length;
  return match;
}
