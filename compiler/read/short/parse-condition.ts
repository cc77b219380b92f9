import { failAfterOperand } from './after-operand.ts';
import { FOREIGN_SIGNS, FOREIGN_WORDS } from './foreign.ts';
import { parseFactor, parseSum } from './parse-operand.ts';
import {
  atSign,
  atWord,
  fail,
  nested,
  peek,
  spanFrom,
  spanOf,
  take,
  writtenFrom,
  type Parser,
} from './parser.ts';
import { COMPARISONS, type Comparison, type ShortExpression } from '../../short-tree.ts';

/** An argument, an item, a whole condition: `path ?? literal`, or operands joined by `or`. */
export function parseExpression(parser: Parser): ShortExpression | null {
  const outer = parser.expressionStart;
  parser.expressionStart = parser.position;
  const result = parseOr(parser);
  parser.expressionStart = outer;
  return result;
}

/** An expression in which `path ?? literal` needs parentheses. */
export function parseOr(parser: Parser): ShortExpression | null {
  return parseJoined(parser, 'or', '||', (inner) => parseJoined(inner, 'and', '&&', parseNot));
}

/** Operands between one word, or its sign in other languages. */
function parseJoined(
  parser: Parser,
  word: 'and' | 'or',
  sign: string,
  parseOperand: (parser: Parser) => ShortExpression | null,
): ShortExpression | null {
  const first = peek(parser);
  const operand = parseOperand(parser);
  if (operand === null) return null;
  const operands = [operand];
  const joins = [];
  while (atWord(parser, word) || atSign(parser, sign)) {
    joins.push(spanOf(parser, take(parser)));
    const next = parseOperand(parser);
    if (next === null) return null;
    operands.push(next);
  }
  return operands.length === 1 ? operand : { kind: word, operands, joins, at: spanFrom(parser, first) };
}

/** `"not" not | "!" primary | comparison` */
function parseNot(parser: Parser): ShortExpression | null {
  const first = peek(parser);
  if (atWord(parser, 'not')) {
    take(parser);
    const operand = nested(parser, () => parseNot(parser));
    return operand && { kind: 'not', operand, at: spanFrom(parser, first) };
  }
  if (!atSign(parser, '!')) return parseComparison(parser);
  take(parser);
  const second = peek(parser);
  const operand = nested(parser, () => (atSign(parser, '!') ? parseNot(parser) : parseFactor(parser)));
  if (operand === null) return null;
  const next = peek(parser);
  const isCompared = COMPARISONS.some((sign) => atSign(parser, sign)) || atWord(parser, 'in');
  if (!isCompared) return { kind: 'not', operand, at: spanFrom(parser, first) };
  const left = writtenFrom(parser, second);
  const negated = next.text === 'in' ? `${left} not in …` : `not ${left} ${next.text} …`;
  return fail(parser, first, 'short-bang', {}, negated);
}

/** `sum [ sign sum | [ "not" ] "in" sum ]` */
function parseComparison(parser: Parser): ShortExpression | null {
  const first = peek(parser);
  const left = parseSum(parser);
  if (left === null) return null;
  const sign = takeComparison(parser);
  if (sign !== null) {
    const right = parseSum(parser);
    if (right === null) return null;
    const next = peek(parser);
    if (COMPARISONS.some((written) => atSign(parser, written))) return fail(parser, next, 'short-chained');
    return { kind: 'comparison', sign, left, right, at: spanFrom(parser, first) };
  }
  const isNegated = atWord(parser, 'not') && atWord(parser, 'in', 1);
  if (isNegated || atWord(parser, 'in')) {
    const operator = take(parser);
    if (isNegated) take(parser);
    const operatorAt = spanFrom(parser, operator);
    const right = parseSum(parser);
    return right && { kind: 'in', isNegated, operatorAt, left, right, at: spanFrom(parser, first) };
  }
  const { kind, text } = peek(parser);
  const isForeign = kind === 'sign' ? FOREIGN_SIGNS.has(text) : kind === 'name' && FOREIGN_WORDS.has(text);
  return isForeign ? failAfterOperand(parser, 'an operator') : left;
}

function takeComparison(
  parser: Parser,
): { readonly value: Comparison; readonly at: ReturnType<typeof spanOf> } | null {
  const sign = COMPARISONS.find((written) => atSign(parser, written));
  return sign === undefined ? null : { value: sign, at: spanOf(parser, take(parser)) };
}
