/** Parameter expansion between braces. */
import { charAt, isNext, matchNext, take } from './blanks.ts';
import { readDoubleQuoted, readSingleQuoted } from './quotes.ts';
import { addUnknown, conditionally, setVariable, unreadable, type Reading } from './reading.ts';

const LENGTH = /#(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])?(?:\[[@*0-9]+\])?\}/y;
/** Names of variables, or keys of a list. */
const NAMES = /![A-Za-z_][A-Za-z0-9_]*(?:\[[@*]\]|[@*])\}/y;
const INDIRECT = /![A-Za-z_][A-Za-z0-9_]*\}/y;
const PARAMETER = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*?$!-]/y;
const SUBSCRIPT = /\[[A-Za-z0-9_@*$ +-]*\]/y;
const WORD_OPERATOR = /:?([-=?+])/y;
const PATTERN_OPERATOR = /##?|%%?/y;
const BASH_OPERATOR = /\/[/#%]?|\^\^?|,,?/y;
const TRANSFORMATION = /@[A-Za-z]\}/y;
/** A substitution in it must end in it. */
const OFFSETS = /:(?:[A-Za-z0-9_ +():-]|\$\(\([A-Za-z0-9_ +-]*\)\)|\$(?!\())*\}/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;

function takeMatch(reading: Reading, pattern: RegExp): string | null {
  const match = matchNext(reading, pattern)?.[0] ?? null;
  reading.at += match?.length ?? 0;
  return match;
}

/** Reads behind `${` up to the closing brace. */
export function readParameter(reading: Reading, isInDoubleQuotes: boolean): void {
  const { found } = reading;
  const start = reading.at - 2;
  if (takeMatch(reading, LENGTH) !== null) return;
  if (takeMatch(reading, NAMES) !== null) return readBashOnly(reading);
  if (takeMatch(reading, INDIRECT) !== null) {
    // The value is the name of another variable, or an element with an index that is evaluated.
    addUnknown(reading, start, reading.at, reading.via);
    return readBashOnly(reading);
  }
  const name = takeMatch(reading, PARAMETER);
  if (name === null) unreadable();
  const subscript = takeMatch(reading, SUBSCRIPT);
  noteArithmetic(reading, subscript ?? '', start);
  if (subscript !== null) readBashOnly(reading);
  if (take(reading, '}')) return;
  // An error in what follows ends the shell.
  found.isHalted = true;
  const operator = matchNext(reading, WORD_OPERATOR);
  const pattern = operator === null ? takeMatch(reading, PATTERN_OPERATOR) : null;
  if (operator === null && pattern === null) readBashOnly(reading);
  if (operator !== null) {
    reading.at += operator[0].length;
    if (operator[1] === '=') setVariable(found, name, false);
    conditionally(found, () => readBracedWord(reading, isInDoubleQuotes));
  } else if (pattern !== null || takeMatch(reading, BASH_OPERATOR) !== null)
    conditionally(found, () => readBracedWord(reading, isInDoubleQuotes));
  else if (isNext(reading, '@')) {
    const transformation = takeMatch(reading, TRANSFORMATION) ?? unreadable();
    // As a prompt, in which commands are substituted.
    if (transformation === '@P}') addUnknown(reading, start, reading.at, reading.via);
  } else noteArithmetic(reading, takeMatch(reading, OFFSETS) ?? unreadable(), start);
}

/** Notes an expansion that ends other shells than bash. */
function readBashOnly({ found }: Reading): void {
  found.isBash = true;
  found.isHalted = true;
}

function noteArithmetic(reading: Reading, text: string, start: number): void {
  for (const [name] of text.matchAll(NAME)) reading.found.arithmetic.add(name);
  if (/\$(?![A-Za-z_])/.test(text)) addUnknown(reading, start, reading.at, reading.via);
}

/** Reads the word behind an operator. Shells disagree on single quotes between double quotes. */
function readBracedWord(reading: Reading, isInDoubleQuotes: boolean): void {
  for (;;) {
    const char = charAt(reading);
    reading.at++;
    if (char === '}') return;
    if (char === '' || ((char === '<' || char === '>') && charAt(reading) === '(')) unreadable();
    if (char === '\n' && reading.waiting.length > 0) unreadable();
    if (char === '\\') reading.at++;
    else if (char === '"') readDoubleQuoted(reading);
    else if (char === '`') reading.found.readers.backquoted(reading, isInDoubleQuotes);
    else if (char === "'") {
      if (isInDoubleQuotes) unreadable();
      readSingleQuoted(reading);
    } else if (char === '$') {
      if (charAt(reading) === "'" || charAt(reading) === '"') unreadable();
      reading.found.readers.dollar(reading, isInDoubleQuotes);
    }
  }
}
