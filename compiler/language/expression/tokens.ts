/** The scanner of CLIPS source text (scanner.c of CLIPS 6.4). */

export type Token =
  | { readonly kind: 'open' | 'close' | 'end'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'symbol' | 'string' | 'variable' | 'multi-variable' | 'number';
      /** The symbol, the characters of the string, the name of the variable, the digits. */
      readonly text: string;
      readonly start: number;
      readonly end: number;
    }
  /** An invalid token, with the reason. */
  | { readonly kind: 'wrong'; readonly problem: string; readonly start: number; readonly end: number };

const SPACE = ' \n\f\r\t';
/** Characters that end a symbol: CLIPS' delimiters, and everything that it does not print. */
const DELIMITER = /[<"()&|~ ;]|[^\x20-\x7e\u00a1-\uffff]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const VARIABLE = /^[A-Za-z\u00a1-\uffff]/;

/** The token that starts at or after `start`, spaces and comments skipped. */
export function nextToken(text: string, start: number): Token {
  const at = skipSpace(text, start);
  const c = text[at];
  if (c === undefined) return { kind: 'end', start: at, end: at };
  if (c === '(') return { kind: 'open', start: at, end: at + 1 };
  if (c === ')') return { kind: 'close', start: at, end: at + 1 };
  if (c === '"') return scanString(text, at);
  if (c === '&' || c === '|' || c === '~')
    return wrong('the constraint sign `' + c + '` has no place here', at, at + 1);
  if (c !== '<' && DELIMITER.test(c)) return wrong('a character that CLIPS does not read', at, at + 1);
  return scanWord(text, at);
}

function wrong(problem: string, start: number, end: number): Token {
  return { kind: 'wrong', problem, start, end };
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const c = text[at];
    if (c === ';') while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
    else if (c === undefined || !SPACE.includes(c)) return at;
    else at++;
  }
}

/** A backslash makes the next character literal; nothing else is special. */
function scanString(text: string, start: number): Token {
  let value = '';
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\') at++;
    value += text[at] ?? '';
    at++;
  }
  if (at >= text.length) return wrong('the string has no end', start, text.length);
  return { kind: 'string', text: value, start, end: at + 1 };
}

function scanWord(text: string, start: number): Token {
  let end = start + 1;
  while (end < text.length && !DELIMITER.test(text[end] ?? '')) end++;
  const word = text.slice(start, end);
  if (word.startsWith('?')) return scanVariable(word, 1, start, end);
  if (word.startsWith('$?')) return scanVariable(word, 2, start, end);
  if (word.length > 2 && word.startsWith('[') && word.endsWith(']')) {
    return wrong('instance names are not part of the language', start, end);
  }
  return { kind: NUMBER.test(word) ? 'number' : 'symbol', text: word, start, end };
}

function scanVariable(word: string, mark: number, start: number, end: number): Token {
  const name = word.slice(mark);
  if (name.endsWith(','))
    return wrong('the comma is part of the name: spaces separate arguments', start, end);
  if (VARIABLE.test(name))
    return { kind: mark === 1 ? 'variable' : 'multi-variable', text: name, start, end };
  if (name.startsWith('*')) return wrong('global variables are not part of the language', start, end);
  return wrong('a wildcard or a misspelt variable has no place here', start, end);
}
