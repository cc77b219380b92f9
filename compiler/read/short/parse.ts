import type { Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';
import { failAfterOperand } from './after-operand.ts';
import { takeComma } from './parse-arguments.ts';
import { parseExpression, parseOr } from './parse-condition.ts';
import { atSign, fail, isName, peek, spanFrom, spanOf, take, takeSign, type Parser } from './parser.ts';
import { readTokens } from './tokens.ts';
import type { ConstructorTree, ShortExpression } from '../../short-tree.ts';

/** Parses the whole text as one expression; null if it is invalid, which is reported at the token. */
export function parseShort(source: SourceText, report: Report): ShortExpression | null {
  const parser = startParser(source, report);
  const tree = parser && parseExpression(parser);
  if (parser === null || tree === null) return null;
  return peek(parser).kind === 'end' ? tree : failAfterOperand(parser, 'an operator or the end');
}

/** Parses `name(slot = value, …)`, or a name alone. */
export function parseConstructor(source: SourceText, report: Report): ConstructorTree | null {
  const parser = startParser(source, report);
  if (parser === null) return null;
  const first = peek(parser);
  if (!isName(first)) return fail(parser, first, 'short-constructor');
  take(parser);
  const values: ConstructorTree['values'][number][] = [];
  if (atSign(parser, '(')) {
    take(parser);
    while (!atSign(parser, ')')) {
      const value = parseValue(parser);
      if (value === null) return null;
      values.push(value);
      if (!takeComma(parser) && !atSign(parser, ')')) return failAfterOperand(parser, '`,` or `)`');
    }
    take(parser);
  }
  if (peek(parser).kind !== 'end') return fail(parser, peek(parser), 'short-constructor');
  return { name: { value: first.text, at: spanOf(parser, first) }, values, at: spanFrom(parser, first) };
}

/** `slot = value` */
function parseValue(parser: Parser): ConstructorTree['values'][number] | null {
  const name = peek(parser);
  if (!isName(name)) return fail(parser, name, 'short-constructor');
  take(parser);
  if (!takeSign(parser, '=')) return null;
  const value = parseExpression(parser);
  return value && { slot: { value: name.text, at: spanOf(parser, name) }, value };
}

/** A parser at the first token; null if the text has an invalid character, which is reported. */
export function startParser(source: SourceText, report: Report): Parser | null {
  const tokens = readTokens(source, report);
  return (
    tokens && {
      source,
      report,
      tokens,
      grammar: { expression: parseExpression, condition: parseOr },
      position: 0,
      depth: 0,
      expressionStart: 0,
    }
  );
}
