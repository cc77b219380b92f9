import { parsePrimary } from './parse-primary.ts';
import { atSign, fail, nested, peek, spanFrom, spanOf, take, writtenFrom, type Parser } from './parser.ts';
import type { Token } from './tokens.ts';
import type { ArithmeticTree, CoalesceTree, LiteralTree, ShortExpression } from '../../short-tree.ts';

type Sign = ArithmeticTree['sign']['value'];

/** `product { ( "+" | "-" ) product }` */
export function parseSum(parser: Parser): ShortExpression | null {
  return parseArithmetic(parser, ['+', '-'], (inner) => parseArithmetic(inner, ['*', '/', '%'], parseFactor));
}

/** Operands of one precedence, from left to right. */
function parseArithmetic(
  parser: Parser,
  signs: readonly Sign[],
  parseOperand: (parser: Parser) => ShortExpression | null,
): ShortExpression | null {
  const first = peek(parser);
  let left = parseOperand(parser);
  for (;;) {
    const sign = signs.find((written) => atSign(parser, written));
    if (left === null || sign === undefined) return left;
    const at = spanOf(parser, take(parser));
    const right = parseOperand(parser);
    if (right === null) return null;
    left = { kind: 'arithmetic', sign: { value: sign, at }, left, right, at: spanFrom(parser, first) };
  }
}

/** `"-" factor | primary`, and `path ?? literal` where it is a whole expression. */
export function parseFactor(parser: Parser): ShortExpression | null {
  const start = parser.position;
  const first = peek(parser);
  if (atSign(parser, '-')) {
    take(parser);
    const operand = nested(parser, () => parseFactor(parser));
    if (operand === null) return null;
    const at = spanFrom(parser, first);
    return negated(operand, at) ?? { kind: 'negative', operand, at };
  }
  const operand = parsePrimary(parser);
  if (operand === null || !atSign(parser, '??')) return operand;
  return parseCoalesce(parser, start, first, operand);
}

/** The literal with its sign; null for anything but a number without one. */
function negated(operand: ShortExpression, at: LiteralTree['at']): LiteralTree | null {
  if (operand.kind !== 'literal' || operand.value.kind !== 'number') return null;
  const { text, isInteger } = operand.value;
  if (text.startsWith('-')) return null;
  return { kind: 'literal', value: { kind: 'number', text: `-${text}`, isInteger }, at };
}

/** `path ?? literal`, alone between the ends of its expression; beside other operators it needs parentheses. */
function parseCoalesce(
  parser: Parser,
  start: number,
  first: Token,
  path: ShortExpression,
): CoalesceTree | null {
  const sign = take(parser);
  const operatorAt = spanOf(parser, sign);
  const literal = parseDefault(parser);
  if (literal === null) return null;
  const meant = `(${writtenFrom(parser, first)})`;
  if (start !== parser.expressionStart || !atEnd(parser)) {
    parser.report.add(
      'short-coalesce',
      operatorAt,
      { problem: 'needs parentheses beside another operator' },
      meant,
    );
    return null;
  }
  if (path.kind === 'path' && path.optional === null)
    return { kind: 'coalesce', path, literal, operatorAt, at: spanFrom(parser, first) };
  return fail(parser, sign, 'short-coalesce', {
    problem: 'expects a path of the document without `?` on its left',
  });
}

function parseDefault(parser: Parser): LiteralTree | null {
  const first = peek(parser);
  const isNegative = atSign(parser, '-');
  if (isNegative) take(parser);
  const operand = parsePrimary(parser);
  if (operand === null) return null;
  const literal = isNegative ? negated(operand, spanFrom(parser, first)) : operand;
  if (literal?.kind === 'literal' && literal.value.kind !== 'duration') return literal;
  return fail(parser, first, 'short-coalesce', { problem: 'expects a literal on its right' });
}

/** True if the expression ends here. */
function atEnd(parser: Parser): boolean {
  const { kind, text } = peek(parser);
  return kind === 'end' || (kind === 'sign' && (text === ')' || text === ']' || text === ','));
}
