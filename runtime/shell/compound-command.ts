/** Compound commands: groups, subshells, conditions, loops, cases and functions. */
import { readArithmetic } from './arithmetic.ts';
import { charAt, demand, isNext, matchNext, skipBlanks, take } from './blanks.ts';
import { readCondition } from './condition.ts';
import { readSubstitution } from './expansion.ts';
import { readHereDocuments } from './here-documents.ts';
import {
  addUnknown,
  conditionally,
  markConditional,
  nested,
  setVariable,
  unreadable,
  type Reading,
} from './reading.ts';
import { newRedirected, readRedirection } from './redirection.ts';
import { checkInput } from './own-input.ts';
import { RESERVED } from './simple-command.ts';
import { startFromShell } from './start.ts';
import { readWord } from './word.ts';

/** A process substitution that follows at once makes another word of it. */
const RESERVED_NEXT = /(?:!|[{}]|\[\[|\]\]|[a-z]+)(?=[ \t\n;&|()]|[<>](?!\()|$)/y;
const FUNCTION = /([A-Za-z_][A-Za-z0-9_-]*)[ \t]*\([ \t]*\)/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*(?=[ \t\n;])/y;
const ARITHMETIC_LOOP = /[ \t]*\(\(/y;

/** The reserved word that is next, or null. */
export function reservedNext(reading: Reading): string | null {
  const word = matchNext(reading, RESERVED_NEXT)?.[0] ?? null;
  return word !== null && RESERVED.has(word) ? word : null;
}

/** Takes a line feed with the bodies of here-documents that begin behind it. */
export function takeLine(reading: Reading): boolean {
  if (!take(reading, '\n')) return false;
  if (reading.waiting.length > 0) readHereDocuments(reading);
  return true;
}

export function skipLines(reading: Reading): void {
  do skipBlanks(reading);
  while (takeLine(reading));
}

function demandWord(reading: Reading, word: string): void {
  if (reservedNext(reading) !== word) unreadable();
  reading.at += word.length;
}

/** Reads commands, of which there must be one. */
function demandCommands(reading: Reading): void {
  if (nested(reading.found, () => reading.found.readers.commands(reading)) === 0) unreadable();
}

const demandConditional = (reading: Reading): void =>
  conditionally(reading.found, () => demandCommands(reading));

type Compound = (reading: Reading, begin: number) => void;

/** Reads a construct behind its reserved word, by that word. */
const COMPOUNDS: Readonly<Record<string, Compound>> = {
  '{'(reading) {
    demandCommands(reading);
    demandWord(reading, '}');
  },
  if(reading) {
    demandCommands(reading);
    demandWord(reading, 'then');
    demandConditional(reading);
    while (reservedNext(reading) === 'elif') {
      demandWord(reading, 'elif');
      demandConditional(reading);
      demandWord(reading, 'then');
      demandConditional(reading);
    }
    if (reservedNext(reading) === 'else') {
      demandWord(reading, 'else');
      demandConditional(reading);
    }
    demandWord(reading, 'fi');
  },
  while: readWhile,
  until: readWhile,
  for: readFor,
  select(reading) {
    checkInput(reading, 'read', false);
    reading.found.isBash = true;
    readFor(reading);
  },
  case: readCase,
  '[[': readCondition,
  function(reading) {
    reading.found.isBash = true;
    skipBlanks(reading);
    const name = readWord(reading)?.value ?? unreadable();
    skipBlanks(reading);
    if (take(reading, '(')) {
      skipBlanks(reading);
      demand(reading, ')');
    }
    readBody(reading, name);
  },
};

function readWhile(reading: Reading): void {
  reading.found.isRepeated = true;
  demandCommands(reading);
  demandWord(reading, 'do');
  demandConditional(reading);
  demandWord(reading, 'done');
}

function readFor(reading: Reading): void {
  const { found } = reading;
  found.isRepeated = true;
  if (matchNext(reading, ARITHMETIC_LOOP) !== null) readArithmeticLoop(reading);
  else {
    skipBlanks(reading);
    const name = matchNext(reading, NAME)?.[0] ?? unreadable();
    reading.at += name.length;
    skipLines(reading);
    let isNumber = false;
    if (reservedNext(reading) === 'in') {
      demandWord(reading, 'in');
      isNumber = readItems(reading);
    } else if (charAt(reading) === ';') {
      reading.at++;
      skipLines(reading);
    }
    setVariable(found, name, isNumber);
  }
  demandWord(reading, 'do');
  demandConditional(reading);
  demandWord(reading, 'done');
}

/** Reads the words behind `in`. Returns true if all are numbers. */
function readItems(reading: Reading): boolean {
  let areNumbers = true;
  for (;;) {
    skipBlanks(reading);
    const word = readWord(reading);
    if (word === null) break;
    areNumbers &&= /^(?:[0-9]+|\{[0-9]+\.\.[0-9]+\})$/.test(word.raw);
  }
  if (charAt(reading) === ';' && charAt(reading, 1) !== ';') reading.at++;
  else if (charAt(reading) !== '\n') unreadable();
  skipLines(reading);
  return areNumbers;
}

function readArithmeticLoop(reading: Reading): void {
  const { found } = reading;
  found.isBash = true;
  skipBlanks(reading);
  demand(reading, '((');
  const text = /^[^()'"`\\#$]*\)\)/.exec(reading.text.slice(reading.at))?.[0] ?? unreadable();
  const parts = text.slice(0, -2).split(';');
  if (parts.length !== 3 || text.includes('\n')) unreadable();
  for (const [name] of text.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g)) found.arithmetic.add(name);
  reading.at += text.length;
  skipBlanks(reading);
  if (take(reading, ';')) skipBlanks(reading);
  skipLines(reading);
}

function readCase(reading: Reading): void {
  const { found } = reading;
  skipBlanks(reading);
  if (readWord(reading) === null) unreadable();
  skipLines(reading);
  demandWord(reading, 'in');
  skipLines(reading);
  while (reservedNext(reading) !== 'esac') {
    if (take(reading, '(')) skipBlanks(reading);
    readPatterns(reading);
    conditionally(found, () => nested(found, () => found.readers.commands(reading)));
    if (!isNext(reading, ';')) break;
    if (take(reading, ';;&') || take(reading, ';&')) found.isBash = true;
    else demand(reading, ';;');
    skipLines(reading);
  }
  demandWord(reading, 'esac');
}

function readPatterns(reading: Reading): void {
  do {
    skipBlanks(reading);
    if (conditionally(reading.found, () => readWord(reading)) === null) unreadable();
    skipBlanks(reading);
  } while (take(reading, '|'));
  demand(reading, ')');
}

/** Reads a function behind its name and parentheses. */
function readBody(reading: Reading, name: string): void {
  const { found } = reading;
  found.functions.add(name);
  found.isRepeated = true;
  skipLines(reading);
  conditionally(found, () => {
    if (!nested(found, () => readCompound(reading))) unreadable();
  });
}

/** Reads a compound command or a function; false if none is next. */
export function readCompound(reading: Reading): boolean {
  const begin = reading.at;
  const from = reading.found.commands.length;
  if (isNext(reading, '((')) {
    reading.found.isBash = true;
    reading.at += 2;
    readArithmetic(reading, begin);
    // Other shells read two subshells.
    addUnknown(reading, begin, reading.at, reading.via);
  } else if (take(reading, '(')) {
    const { found } = reading;
    const count = found.commands.length;
    const at = reading.at;
    readSubstitution(reading);
    if (found.commands.length === count && /^[ \t\n]*\)$/.test(reading.text.slice(at, reading.at)))
      unreadable();
  } else {
    const word = reservedNext(reading);
    if (word === null) return readFunction(reading);
    const compound = Object.hasOwn(COMPOUNDS, word) ? COMPOUNDS[word] : undefined;
    if (compound === undefined) return false;
    reading.at += word.length;
    compound(reading, begin);
  }
  readRedirections(reading, from);
  return true;
}

function readFunction(reading: Reading): boolean {
  const match = matchNext(reading, FUNCTION);
  if (match === null) return false;
  const name = match[1] ?? '';
  if (name.includes('-')) reading.found.isBash = true;
  reading.at += match[0].length;
  readBody(reading, name);
  return true;
}

/** Redirections of a compound command, whose commands begin at an index, are a command without a program. */
function readRedirections(reading: Reading, from: number): void {
  const { found } = reading;
  const redirected = newRedirected();
  skipBlanks(reading);
  const begin = reading.at;
  let end = begin;
  while (readRedirection(reading, redirected)) {
    end = reading.at;
    skipBlanks(reading);
  }
  const { files, mayFail } = redirected;
  if (mayFail || files.some(({ dynamic }) => dynamic)) {
    const count = found.commands.length - from;
    markConditional(
      found,
      Array.from({ length: count }, (_, i) => from + i),
    );
  }
  if (files.length === 0) return;
  startFromShell(reading, { words: [], env: [], input: null }, { start: begin, end, files, dynamic: false });
}
