/** Expansions, which begin with `$` or a backquote. Their values are never known; the programs that they start count. */
import { readArithmetic } from './arithmetic.ts';
import { charAt, demand, isNext, matchNext, take } from './blanks.ts';
import { readParameter } from './parameter.ts';
import { countReadAgain, nested, unreadable, type Reading } from './reading.ts';

const PLAIN_PARAMETER = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;
const BACKQUOTED = /(?:[^`\\]|\\[^])*/y;

/** Reads an expansion behind a `$`; false if the `$` is an ordinary character. */
export function readDollar(reading: Reading, isInDoubleQuotes: boolean): boolean {
  if (isNext(reading, '((')) return nested(reading.found, () => readArithmeticExpansion(reading));
  if (take(reading, '(')) {
    readSubstitution(reading);
    return true;
  }
  if (take(reading, '{')) {
    nested(reading.found, () => readParameter(reading, isInDoubleQuotes));
    return true;
  }
  // `$[…]` is arithmetic in bash only; a continued line divides what shells read in different ways.
  if (charAt(reading) === '[' || isNext(reading, '\\\n')) unreadable();
  const plain = matchNext(reading, PLAIN_PARAMETER);
  if (plain === null) return false;
  reading.at += plain[0].length;
  // Between double quotes, bash looks for the end of an expansion that begins with the second `$`.
  if (isInDoubleQuotes && plain[0] === '$' && /[({]/.test(charAt(reading))) unreadable();
  return true;
}

function readArithmeticExpansion(reading: Reading): true {
  const start = reading.at - 1;
  demand(reading, '((');
  readArithmetic(reading, start);
  return true;
}

/** Reads a command substitution between backquotes; the position is behind the first. */
export function readBackquoted(reading: Reading, isInDoubleQuotes: boolean): void {
  const start = reading.at - 1;
  const raw = matchNext(reading, BACKQUOTED)?.[0] ?? '';
  reading.at += raw.length;
  demand(reading, '`');
  if (reading.waiting.length > 0 && raw.includes('\n')) unreadable();
  const { found, via } = reading;
  // Shells disagree on a line continuation in single quotes here.
  if (raw.includes('\\\n')) unreadable();
  const text = raw.replace(isInDoubleQuotes ? /\\([$`\\"])/g : /\\([$`\\])/g, '$1');
  countReadAgain(found, text);
  const place = reading.place ?? { start, end: reading.at };
  const { script, isPiped } = reading;
  readText({ text, at: 0, found, via, place, script, isPiped, waiting: [] });
}

/** Reads a whole text as commands. */
export function readText(reading: Reading): void {
  nested(reading.found, () => reading.found.readers.commands(reading));
  if (reading.at < reading.text.length || reading.waiting.length > 0) unreadable();
}

/** Reads commands up to a closing parenthesis, behind the opening one. */
export function readSubstitution(reading: Reading): void {
  const { found } = reading;
  const outer = reading.waiting.length;
  const start = reading.at;
  const isHalted = found.isHalted;
  found.substitutions++;
  nested(found, () => found.readers.commands(reading));
  found.substitutions--;
  // An `exit` in a subshell does not end the shell.
  found.isHalted = isHalted;
  demand(reading, ')');
  // Shells disagree on bodies of here-documents that are outside of the parentheses, or begin within.
  if (reading.waiting.length !== outer) unreadable();
  if (outer > 0 && reading.text.slice(start, reading.at).includes('\n')) unreadable();
}

/** Reads `<(…)` or `>(…)` behind its sign. */
export function readProcessSubstitution(reading: Reading): void {
  reading.found.isBash = true;
  demand(reading, '(');
  readSubstitution(reading);
}
