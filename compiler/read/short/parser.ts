import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Parameters, Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';
import type { Token } from './tokens.ts';
import type { ShortExpression } from '../../short-tree.ts';

/** The rules of the grammar that parts of expressions refer back to. */
interface Grammar {
  /** An argument, an item of a list, or what parentheses enclose: `path ?? literal`, or as `condition`. */
  readonly expression: (parser: Parser) => ShortExpression | null;
  readonly condition: (parser: Parser) => ShortExpression | null;
}

/**
 * Moves over the tokens of one expression. Every parse function returns null after a problem, which is reported once
 * and ends the parse.
 */
export interface Parser {
  readonly source: SourceText;
  readonly report: Report;
  readonly tokens: readonly Token[];
  /** Part of the state, so that the files of the grammar form no import circle. */
  readonly grammar: Grammar;
  /** Index into `tokens`. */
  position: number;
  /** Levels of brackets around `position`. */
  depth: number;
  /** Index of the first token of the innermost expression. */
  expressionStart: number;
}

/** Levels of parentheses, lists, calls and indexes, and runs of `not` and `-`. */
const MOST_NESTED = 100;

const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null']);

/** True if the token is a name and not a word of the grammar. */
export const isName = (token: Token): boolean => token.kind === 'name' && !WORDS.has(token.text);

export function peek(parser: Parser, ahead = 0): Token {
  const last = parser.tokens.length - 1;
  const token = parser.tokens[Math.min(parser.position + ahead, last)];
  if (token === undefined) throw new Error('an expression has an end token');
  return token;
}

export function take(parser: Parser): Token {
  const token = peek(parser);
  parser.position++;
  return token;
}

export const atSign = (parser: Parser, sign: string, ahead = 0): boolean =>
  peek(parser, ahead).kind === 'sign' && peek(parser, ahead).text === sign;

export const atWord = (parser: Parser, word: string, ahead = 0): boolean =>
  peek(parser, ahead).kind === 'name' && peek(parser, ahead).text === word;

export const spanOf = (parser: Parser, token: Token): Span => parser.source.spanOf(token.start, token.end);

/** Span from the start of a token to the end of the token taken last. */
export function spanFrom(parser: Parser, first: Token): Span {
  const last = parser.tokens[parser.position - 1] ?? first;
  return parser.source.spanOf(first.start, last.end);
}

/** The source between a token and the end of the token taken last. */
export function writtenFrom(parser: Parser, first: Token): string {
  const last = parser.tokens[parser.position - 1] ?? first;
  return parser.source.text.slice(first.start, last.end);
}

/** Reports a problem at a token. */
export function fail(
  parser: Parser,
  token: Token,
  code: DiagnosticCode,
  parameters: Parameters = {},
  suggestion: string | null = null,
): null {
  parser.report.add(code, spanOf(parser, token), parameters, suggestion);
  return null;
}

export function failExpected(parser: Parser, expected: string): null {
  const found = peek(parser);
  return fail(parser, found, 'short-expected', {
    expected,
    found: found.kind === 'end' ? 'the end' : `\`${found.text}\``,
  });
}

/** Takes the sign; false, and reported, if another token is next. */
export function takeSign(parser: Parser, sign: string): boolean {
  if (!atSign(parser, sign)) {
    failExpected(parser, `\`${sign}\``);
    return false;
  }
  parser.position++;
  return true;
}

/** Runs a parse one level deeper; null, and reported, beyond `MOST_NESTED` levels. */
export function nested<T>(parser: Parser, parse: () => T | null): T | null {
  if (parser.depth === MOST_NESTED)
    return fail(parser, peek(parser), 'short-nesting', { limit: MOST_NESTED });
  parser.depth++;
  const result = parse();
  parser.depth--;
  return result;
}
