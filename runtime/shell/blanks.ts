/** Text between words: blanks, comments and line continuations. */
import { unreadable, type Reading } from './reading.ts';

const COMMENT = /#[^\n]*/y;

/** The character at the position, empty at the end. */
export const charAt = (reading: Reading, offset = 0): string => reading.text.charAt(reading.at + offset);

export const isNext = (reading: Reading, text: string): boolean => reading.text.startsWith(text, reading.at);

/** Matches a sticky pattern at the position, without moving. */
export function matchNext(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at;
  return pattern.exec(reading.text);
}

/** Takes the text if it is next. */
export function take(reading: Reading, text: string): boolean {
  if (!isNext(reading, text)) return false;
  reading.at += text.length;
  return true;
}

/** Takes the text or gives up. */
export function demand(reading: Reading, text: string): void {
  if (!take(reading, text)) unreadable();
}

/** Skips blanks, comments and line continuations. */
export function skipBlanks(reading: Reading): void {
  for (;;) {
    const char = charAt(reading);
    if (char === ' ' || char === '\t') reading.at++;
    else if (char === '\\' && charAt(reading, 1) === '\n') reading.at += 2;
    else if (char === '#') reading.at += matchNext(reading, COMMENT)?.[0].length ?? 0;
    else return;
  }
}

/** After an operator: shells disagree on operators that a line continuation divides. */
export function checkOperatorEnd(reading: Reading): void {
  const divided = matchNext(reading, DIVIDED);
  if (divided !== null) unreadable();
}
const DIVIDED = /(?:\\\n)+[&|;<>()-]/y;
