/** Assignments to variables. */
import { charAt, matchNext, skipBlanks, take } from './blanks.ts';
import type { Word } from './command.ts';
import { addUnknown, unreadable, type Reading } from './reading.ts';
import { readWord } from './word.ts';

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(\[[^\]]*\])?(\+?)=/;
const NUMBER = /^[A-Za-z0-9_]*\+?=(?:[0-9]+|\$\(\([^()$`]*\)\)|\$[?#])$/;
const END = /[ \t\n;&|<>)]|\\\n|$/y;
const KEY = /^(?:[A-Za-z_][A-Za-z0-9_]*)?\[/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;

interface Assignment {
  readonly name: string;
  /** True if the value is certainly a number. */
  readonly isNumber: boolean;
}

/** The assignment that a word is, or null. An index of a list is evaluated, which can start programs. */
export function assignmentOf(reading: Reading, word: Word): Assignment | null {
  const match = ASSIGNMENT.exec(word.raw);
  if (match === null) return null;
  const [, name = '', subscript = '', plus] = match;
  if (subscript !== '' || plus !== '') reading.found.isBash = true;
  for (const [part] of subscript.matchAll(NAME)) reading.found.arithmetic.add(part);
  if (/\$(?![A-Za-z_])|`/.test(subscript)) addUnknown(reading, word.start, word.end, reading.via);
  return { name, isNumber: NUMBER.test(word.raw) };
}

/** Reads the list behind `name=` if a parenthesis is next. */
export function readListValue(reading: Reading, word: Word): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*\+?=$/.test(word.raw) || !take(reading, '(')) return false;
  reading.found.isBash = true;
  for (;;) {
    skipBlanks(reading);
    // Text that follows at once is a part of the word.
    if (take(reading, ')')) return matchNext(reading, END) === null ? unreadable() : true;
    if (charAt(reading) === '\n') {
      reading.at++;
      if (reading.waiting.length > 0) unreadable();
      continue;
    }
    const item = readWord(reading, KEY) ?? unreadable();
    if (item.raw.startsWith('[')) noteKey(reading, item);
  }
}

/** Notes what `[key]=value` evaluates. */
function noteKey(reading: Reading, item: Word): void {
  const key = item.raw.slice(0, item.raw.indexOf(']') + 1);
  for (const [part] of key.matchAll(NAME)) reading.found.arithmetic.add(part);
  if (/\$(?![A-Za-z_])|`/.test(key)) addUnknown(reading, item.start, item.end, reading.via);
}
