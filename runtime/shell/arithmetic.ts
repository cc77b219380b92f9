/** Arithmetic between double parentheses. */
import { charAt, demand, isNext, matchNext } from './blanks.ts';
import { addUnknown, unreadable, type Reading } from './reading.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /[0-9][0-9A-Za-z#@_]*/y;
const OTHER = /[ \t\n+*/%<>=!&|^~?:,[\]-]/y;
const BRACED_NAME = /\{#?([A-Za-z_][A-Za-z0-9_]*)\}/y;
const NUMERIC_PARAMETER = /[?#$!]/y;

/**
 * Reads up to the closing `))`. Quotes, comments and whatever else shells read in different ways are unreadable. Variables
 * are noted: bash evaluates their values, which can start programs.
 */
export function readArithmetic(reading: Reading, start: number): void {
  const { found } = reading;
  let depth = 0;
  for (;;) {
    const char = charAt(reading);
    if (char === ')' && depth === 0) break;
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === '(' || char === ')') reading.at++;
    else if (char === '$') readValue(reading, start);
    else if (char === '`') {
      reading.at++;
      found.readers.backquoted(reading, true);
      addUnknown(reading, start, reading.at, reading.via);
    } else readTerm(reading);
  }
  demand(reading, '))');
  // An error in it ends the shell.
  found.isHalted = true;
}

function readTerm(reading: Reading): void {
  const name = matchNext(reading, NAME)?.[0];
  if (name !== undefined) reading.found.arithmetic.add(name);
  const term = name ?? matchNext(reading, NUMBER)?.[0] ?? matchNext(reading, OTHER)?.[0];
  if (term === undefined || (term === '\n' && reading.waiting.length > 0)) unreadable();
  reading.at += term.length;
}

/** Reads an expansion. Its value is evaluated as arithmetic. */
function readValue(reading: Reading, start: number): void {
  reading.at++;
  const name = matchNext(reading, NAME)?.[0] ?? matchNext(reading, BRACED_NAME)?.[1];
  if (name !== undefined) reading.found.arithmetic.add(name);
  const isNumber = matchNext(reading, NUMERIC_PARAMETER) !== null || isNext(reading, '((');
  if (!reading.found.readers.dollar(reading, true)) unreadable();
  if (name === undefined && !isNumber) addUnknown(reading, start, reading.at, reading.via);
}
