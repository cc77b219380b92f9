/** Quoted parts of words. Each function begins behind the opening quote and ends behind the closing one. */
import { charAt, matchNext } from './blanks.ts';
import { unreadable, type Reading } from './reading.ts';

const SINGLE_QUOTED = /([^']*)'/y;
const PLAIN = /[^"\\$`\n]+/y;

/** Reads between single quotes. */
export function readSingleQuoted(reading: Reading): string {
  const match = matchNext(reading, SINGLE_QUOTED) ?? unreadable();
  reading.at += match[0].length;
  const value = match[1] ?? '';
  if (reading.waiting.length > 0 && value.includes('\n')) unreadable();
  return value;
}

/** Reads between double quotes; null if the value is not known. */
export function readDoubleQuoted(reading: Reading): string | null {
  let value = '';
  let isKnown = true;
  for (;;) {
    const plain = matchNext(reading, PLAIN)?.[0] ?? '';
    reading.at += plain.length;
    value += plain;
    const char = charAt(reading);
    reading.at++;
    if (char === '"') return isKnown ? value : null;
    if (char === '' || (char === '\n' && reading.waiting.length > 0)) unreadable();
    if (char === '\n') value += char;
    else if (char === '\\') value += readEscape(reading);
    else if (char === '`') {
      reading.found.readers.backquoted(reading, true);
      isKnown = false;
    } else if (reading.found.readers.dollar(reading, true)) isKnown = false;
    else value += '$';
  }
}

function readEscape(reading: Reading): string {
  const char = charAt(reading);
  if (char === '') unreadable();
  reading.at++;
  if (char === '\n') return '';
  return '$`"\\'.includes(char) ? char : `\\${char}`;
}

const ANSI_ESCAPE =
  /\\(?:([abeEfnrtv\\"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/g;
const ANSI_LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HIGHEST_BYTE = 0x7f;
const OCTAL = 8;
const HEXADECIMAL = 16;

/** Reads `$'…'` of bash. Shells that do not know it end it at an escaped quote, so that is unreadable. */
export function readAnsiQuoted(reading: Reading): string {
  const raw = readSingleQuoted(reading);
  reading.found.isBash = true;
  const backslashes = /\\*$/.exec(raw)?.[0].length ?? 0;
  if (backslashes % 2 === 1 || raw.includes('\\c')) unreadable();
  const value = raw.replace(
    ANSI_ESCAPE,
    (_, letter?: string, octal?: string, ...hex: (string | undefined)[]) => {
      if (letter !== undefined) return ANSI_LETTERS[letter] ?? letter;
      const isCharacter = hex[1] !== undefined || hex[2] !== undefined;
      const code =
        octal === undefined ? parseInt(hex.slice(0, 3).join(''), HEXADECIMAL) : parseInt(octal, OCTAL);
      // A NUL cuts the text, and a byte above 127 is a part of a character.
      if (code === 0 || code > (isCharacter ? 0xffff : HIGHEST_BYTE)) unreadable();
      return String.fromCharCode(code);
    },
  );
  return value;
}
