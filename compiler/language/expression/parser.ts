import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';
import type { CallExpression, Expression } from './expression.ts';
import { nextToken, type Token } from './tokens.ts';

/** How deep expressions may nest: far more than anyone writes, far less than the stack holds. */
export const MAX_NESTING = 100;

/** How many parts one form may have. */
export const MAX_PARTS = 1000;

/** How deep generated code may nest, counting the parts of forms whose code nests with each part (a sum of sums). */
export const MAX_HEIGHT = 400;

/** Jumps that are allowed here: CLIPS reads `return` and `break` only as actions, never inside an argument. */
export interface Jumps {
  readonly return: boolean;
  readonly break: boolean;
}

export const NO_JUMPS: Jumps = { return: false, break: false };

/** Reads the rest of a form whose name was read; null after an error, which is reported. */
export type FormParser = (parser: Parser, head: Head, jumps: Jumps) => Expression | null;

/** The opening parenthesis and the name of a call. */
export interface Head {
  readonly start: number;
  readonly name: string;
  readonly nameAt: Span;
}

/** One text being parsed. The first problem ends the parse of its text. */
export interface Parser {
  readonly source: SourceText;
  readonly report: Report;
  readonly forms: ReadonlyMap<string, FormParser>;
  /** Variables of the fact-set queries around the current place. */
  readonly factVariables: string[];
  /** How deep the code of each form that was read nests. */
  readonly heights: Map<Expression, number>;
  /** Replacement of a call; null after a reported error. */
  readonly meaning: CallMeaning;
  position: number;
  nesting: number;
}

/** Puts another expression in the place of a call, as of a constant; most calls mean themselves. */
export type CallMeaning = (call: CallExpression) => Expression | null;

export function createParser(
  source: SourceText,
  report: Report,
  forms: ReadonlyMap<string, FormParser>,
  meaning: CallMeaning,
): Parser {
  return { source, report, forms, factVariables: [], heights: new Map(), meaning, position: 0, nesting: 0 };
}

export function spanFrom(parser: Parser, start: number): Span {
  return parser.source.spanOf(start, parser.position);
}

/** Reports and gives null, so that a parser can `return fail(…)`. */
export function fail(
  parser: Parser,
  code: DiagnosticCode,
  token: Token,
  parameters: Record<string, string> = {},
): null {
  parser.report.add(code, parser.source.spanOf(token.start, Math.max(token.end, token.start)), parameters);
  return null;
}

/** A syntax error at a token. */
export function failSyntax(parser: Parser, token: Token, expected: string): null {
  const problem = token.kind === 'wrong' ? token.problem : `expected ${expected}, found ${describe(token)}`;
  return fail(parser, 'clips-syntax', token, { problem });
}

function describe(token: Token): string {
  switch (token.kind) {
    case 'open':
      return '`(`';
    case 'close':
      return '`)`';
    case 'end':
      return 'the end of the text';
    case 'variable':
      return '`?' + token.text + '`';
    case 'multi-variable':
      return '`$?' + token.text + '`';
    case 'string':
      return 'a string';
    default:
      return 'text' in token ? '`' + token.text + '`' : 'something else';
  }
}

/** Reads one token and moves behind it. */
export function take(parser: Parser): Token {
  const token = nextToken(parser.source.text, parser.position);
  parser.position = token.end;
  return token;
}

/** The next token without moving. */
export function peek(parser: Parser): Token {
  return nextToken(parser.source.text, parser.position);
}

/** Takes the closing parenthesis of a form, or reports. */
export function closeForm(parser: Parser, form: string): boolean {
  const token = take(parser);
  if (token.kind === 'close') return true;
  failSyntax(parser, token, `\`)\` at the end of \`${form}\``);
  return false;
}

/** Takes a given word (`then`, `do`), or reports. */
export function takeWord(parser: Parser, word: string): boolean {
  const token = take(parser);
  if (token.kind === 'symbol' && token.text === word) return true;
  failSyntax(parser, token, '`' + word + '`');
  return false;
}

/** True if the next token is this word. */
export function atWord(parser: Parser, word: string): boolean {
  const token = peek(parser);
  return token.kind === 'symbol' && token.text === word;
}
