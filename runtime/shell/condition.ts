/** `[[ … ]]` of bash. A shell that does not know it looks for a program `[[`, and reads the operators as its own. */
import { charAt, isNext, matchNext, skipBlanks } from './blanks.ts';
import type { Redirection, Word } from './command.ts';
import { isExpression, type ConditionPart } from './condition-grammar.ts';
import { addUnknown, conditionally, unreadable, type Reading } from './reading.ts';
import { start, type Outermost } from './start.ts';
import { readWord } from './word.ts';

/** Alternatives of a regular expression. */
const MOST_STARTS = 50;
const NUMERIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const REGEX_PART = /[|()]/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;

/** The parts of `[[ … ]]`, as they are read. */
interface Condition {
  readonly parts: ConditionPart[];
  readonly words: Word[];
  readonly files: Redirection[];
  /** Where another shell begins a command, behind `||` or a bar. */
  readonly starts: number[];
  /** True if it has a parenthesis, which is a syntax error in a shell that does not know `[[`. */
  hasParentheses: boolean;
}

/** Reads behind `[[` up to `]]`, and adds a command `[[` with its words. */
export function readCondition(reading: Reading, begin: number): void {
  reading.found.isBash = true;
  const condition: Condition = { parts: [], words: [], files: [], starts: [], hasParentheses: false };
  conditionally(reading.found, () => readParts(reading, condition));
  if (!isExpression(condition.parts)) unreadable();
  const { words, files, starts } = condition;
  const first: Word = {
    value: '[[',
    raw: '[[',
    start: begin,
    end: begin + 2,
    splits: false,
    disputed: false,
  };
  const outermost: Outermost = {
    start: begin,
    end: reading.at,
    files,
    dynamic: files.some(({ dynamic }) => dynamic),
  };
  const shared = { reading, env: [], input: null, isOpen: false, via: reading.via, start };
  start({ ...shared, words: [first, ...words] }, outermost);
  noteArithmetic(reading, words);
  if (starts.length > MOST_STARTS) unreadable();
  if (condition.hasParentheses) return;
  for (const at of starts) {
    const command = words.slice(at).filter(({ raw }) => raw !== '!');
    const [program] = command;
    if (program && !/^-/.test(program.raw))
      conditionally(reading.found, () => start({ ...shared, words: command, isOpen: true }));
  }
}

function readParts(reading: Reading, condition: Condition): void {
  const { parts, words } = condition;
  for (;;) {
    skipBlanks(reading);
    const char = charAt(reading);
    if (char === '\n') unreadable();
    if (isNext(reading, '&&') || isNext(reading, '||')) {
      if (char === '|') condition.starts.push(words.length);
      parts.push({ operator: char === '|' ? '||' : '&&' });
      reading.at += 2;
      skipLines(reading);
    } else if (char === '(' || char === ')') {
      condition.hasParentheses = true;
      parts.push({ operator: char });
      reading.at++;
    } else if ((char === '<' || char === '>') && charAt(reading, 1) !== '(') {
      parts.push({ operator: char });
      reading.at++;
      readCompared(reading, condition, char === '>');
    } else {
      const word = readWord(reading) ?? unreadable();
      if (word.raw === ']]') return;
      words.push(word);
      parts.push({ word: word.raw });
      if (word.raw === '=~') readRegex(reading, condition);
    }
  }
}

/** Reads what is behind `<` or `>`, which is a file for a shell that does not know `[[`. */
function readCompared(reading: Reading, condition: Condition, isWritten: boolean): void {
  skipBlanks(reading);
  const word = readWord(reading) ?? unreadable();
  condition.words.push(word);
  condition.parts.push({ word: word.raw });
  condition.files.push({
    target: word.value ?? word.raw,
    isWritten,
    isRead: !isWritten,
    dynamic: word.value === null,
  });
}

function skipLines(reading: Reading): void {
  skipBlanks(reading);
  while (charAt(reading) === '\n') {
    if (reading.waiting.length > 0) unreadable();
    reading.at++;
    skipBlanks(reading);
  }
}

/** Reads a regular expression, in which bars and parentheses are not operators. */
function readRegex(reading: Reading, condition: Condition): void {
  skipBlanks(reading);
  const begin = reading.at;
  let depth = 0;
  for (;;) {
    const word = readWord(reading);
    if (word !== null) condition.words.push(word);
    const part = matchNext(reading, REGEX_PART)?.[0];
    if (part === undefined && (depth === 0 || charAt(reading) !== ' ')) break;
    if (part === undefined) unreadable();
    if (part === '|') {
      if (charAt(reading, 1) === '|') break;
      condition.starts.push(condition.words.length);
    } else condition.hasParentheses = true;
    depth += part === '(' ? 1 : part === ')' ? -1 : 0;
    if (depth < 0) break;
    reading.at++;
  }
  if (reading.at === begin) unreadable();
  condition.parts.push({ word: reading.text.slice(begin, reading.at) });
}

/** Both sides of a comparison of numbers are evaluated, as is the name behind `-v`. */
function noteArithmetic(reading: Reading, words: readonly Word[]): void {
  const evaluated = words.filter(
    (_, i) =>
      NUMERIC.has(words[i + 1]?.value ?? '') ||
      NUMERIC.has(words[i - 1]?.value ?? '') ||
      ['-v', '-R'].includes(words[i - 1]?.value ?? ''),
  );
  for (const { raw, value, start: from, end } of evaluated) {
    for (const [name] of raw.matchAll(NAME)) reading.found.arithmetic.add(name);
    const isName = /^"?\$\{?(?:[A-Za-z_][A-Za-z0-9_]*|[?#])\}?"?$/.test(raw);
    if ((value === null && !isName) || /[$`]/.test(value ?? '')) addUnknown(reading, from, end, reading.via);
  }
}
