import type { Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';

export interface Token {
  readonly kind: 'name' | 'text' | 'raw' | 'number' | 'duration' | 'sign' | 'end';
  /** As written; empty at the end. */
  readonly text: string;
  /** Offsets into the source text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Tokens of one expression. */
const MOST_TOKENS = 10_000;

const SPACE = /\s+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_-]*/y;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number with its unit, which no further character of a name follows. */
const DURATION = /\d+[smhd](?![A-Za-z0-9_-])/y;
/** Signs of the language and of others, the longest first. */
const SIGN = /===|!==|&&|\|\||==|!=|<=|>=|<>|=~|!~|=>|::|:=|\?\?|\*\*|\/\/|[-+*/%!<>()[\],.?=&|]/y;
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /"(?:[^"\\]|\\[^])*"/y,
  "'": /'(?:[^'\\]|\\[^])*'/y,
  '`': /`[^`]*`/y,
};
const RULES: readonly (readonly [Token['kind'], RegExp])[] = [
  ['duration', DURATION],
  ['number', NUMBER],
  ['name', NAME],
  ['sign', SIGN],
];
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The tokens of the text, with one of kind `end` last; null if it has an invalid character, which is reported. */
export function readTokens(source: SourceText, report: Report): readonly Token[] | null {
  const { text } = source;
  const tokens: Token[] = [];
  let position = skipSpace(text, 0);
  while (position < text.length) {
    const token = readToken(source, position, report);
    if (token === null) return null;
    if (tokens.length === MOST_TOKENS) {
      report.add('short-too-long', source.at, { limit: MOST_TOKENS });
      return null;
    }
    tokens.push(token);
    position = skipSpace(text, token.end);
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return tokens;
}

function readToken(source: SourceText, start: number, report: Report): Token | null {
  const token = tokenAt(source.text, start);
  if (token !== null) return token;
  const first = source.text.charAt(start);
  if (QUOTED[first] === undefined) failCharacter(source, start, report);
  else report.add('short-unclosed', source.spanOf(start, start + 1), { quote: first });
  return null;
}

/** The token that begins at the offset; null for a quote without its end, and for an invalid character. */
function tokenAt(text: string, start: number): Token | null {
  const first = text.charAt(start);
  const quoted = QUOTED[first];
  if (quoted !== undefined) {
    const end = matchEnd(quoted, text, start);
    return end === null
      ? null
      : { kind: first === '`' ? 'raw' : 'text', text: text.slice(start, end), start, end };
  }
  for (const [kind, rule] of RULES) {
    const end = matchEnd(rule, text, start);
    if (end !== null) return { kind, text: text.slice(start, end), start, end };
  }
  return null;
}

/** The tokens of a text that may have errors: invalid characters are left out. For editors. */
export function scanTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(text, 0); at < text.length && tokens.length < MOST_TOKENS;) {
    const token = tokenAt(text, at);
    if (token !== null) tokens.push(token);
    at = skipSpace(text, token?.end ?? at + 1);
  }
  return tokens;
}

/** `some` or `every x in list`, as in Rego. */
const REGO_LOOP = /\b(some|every)\s+(\w+)(?:\s*,\s*\w+)?\s+in\s+([\w.[\]"]+)\s*$/;
/** A slash where a value is expected. */
const PATTERN = /(?:^|[(,=]|\b(?:and|or|not|in))\s*\/$/;

/** Reports a character that no token begins with, and what it means in other languages. */
function failCharacter(source: SourceText, start: number, report: Report): void {
  const { text } = source;
  const before = text.slice(0, start);
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const at = source.spanOf(start, start + character.length);
  const loop = character === '{' ? REGO_LOOP.exec(before) : null;
  if (loop !== null) {
    const [, word = '', name = '', list = ''] = loop;
    const meant = `${word === 'every' ? 'forall' : 'exists'}(${name} in ${list}, …)`;
    report.add('short-foreign', at, { written: `${word} ${name} in`, meant }, meant);
  } else if (character === ':') {
    report.add('short-foreign', at, { written: 'a ? b : c', meant: 'if(condition, a, b)' });
  } else if (PATTERN.test(before)) {
    report.add('short-foreign', source.spanOf(start - 1, start), { written: '/', meant: 'a.matches(`…`)' });
  } else {
    report.add('short-character', at, { character });
  }
}

function matchEnd(rule: RegExp, text: string, start: number): number | null {
  rule.lastIndex = start;
  return rule.test(text) ? rule.lastIndex : null;
}

function skipSpace(text: string, position: number): number {
  return matchEnd(SPACE, text, position) ?? position;
}

/** The value of a text token without its quotes; null if it has an unknown escape, which is reported. */
export function readQuoted(token: Token, source: SourceText, report: Report): string | null {
  const inner = token.text.slice(1, -1);
  if (token.kind === 'raw' || !inner.includes('\\')) return inner;
  let value = '';
  for (let i = 0; i < inner.length; i++) {
    if (inner[i] !== '\\') {
      value += inner.charAt(i);
      continue;
    }
    const escaped = ESCAPES.get(inner.charAt(++i));
    if (escaped === undefined) {
      const start = token.start + i;
      report.add('short-escape', source.spanOf(start, start + 2), { character: inner.charAt(i) });
      return null;
    }
    value += escaped;
  }
  return value;
}
