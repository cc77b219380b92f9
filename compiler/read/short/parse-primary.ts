import { failAfterOperand } from './after-operand.ts';
import { closeAfterOperand, parseArguments } from './parse-arguments.ts';
import { parseCall } from './parse-call.ts';
import { parsePath } from './parse-path.ts';
import {
  atSign,
  fail,
  failExpected,
  isName,
  nested,
  peek,
  spanFrom,
  spanOf,
  take,
  type Parser,
} from './parser.ts';
import { readQuoted, type Token } from './tokens.ts';
import type { CallTree, MethodTree, PathTree, ShortExpression, ShortLiteral } from '../../short-tree.ts';

/** A literal, a list, something in parentheses, a call, or a path, with an operator behind a dot or without. */
export function parsePrimary(parser: Parser): ShortExpression | null {
  const token = peek(parser);
  switch (token.kind) {
    case 'text':
    case 'raw': {
      const value = readQuoted(take(parser), parser.source, parser.report);
      return value === null
        ? null
        : literal(parser, token, { kind: 'text', value, isRaw: token.kind === 'raw' });
    }
    case 'number': {
      const isInteger = /^\d+$/.test(take(parser).text);
      return literal(parser, token, { kind: 'number', text: token.text, isInteger });
    }
    case 'duration':
      return literal(parser, take(parser), { kind: 'duration', text: token.text });
    case 'sign':
      return parseBracketed(parser, token);
    case 'name':
      return parseNamed(parser, token);
    case 'end':
      return failExpected(parser, 'a value');
  }
}

function literal(parser: Parser, token: Token, value: ShortLiteral): ShortExpression {
  return { kind: 'literal', value, at: spanOf(parser, token) };
}

function parseBracketed(parser: Parser, token: Token): ShortExpression | null {
  if (token.text === '(') {
    take(parser);
    const inner = nested(parser, () => parser.grammar.expression(parser));
    return inner !== null && closeAfterOperand(parser, ')') ? inner : null;
  }
  if (token.text === '[') {
    take(parser);
    const items = parseArguments(parser, ']');
    return items && { kind: 'list', items, at: spanFrom(parser, token) };
  }
  if (token.text === '/')
    return fail(parser, token, 'short-foreign', { written: '/', meant: 'a.matches(`…`)' });
  if (token.text === '?') return fail(parser, token, 'short-character', { character: '?' });
  return failAfterOperand(parser, 'a value');
}

function parseNamed(parser: Parser, token: Token): ShortExpression | null {
  if (token.text === 'true' || token.text === 'false')
    return literal(parser, take(parser), { kind: 'boolean', value: token.text === 'true' });
  if (token.text === 'null') return fail(parser, token, 'short-null');
  if (!isName(token)) return failExpected(parser, 'a value');
  if (token.text === 'shell' && atSign(parser, '(', 1)) return parsePath(parser);
  if (atSign(parser, '(', 1)) {
    const call = parseCall(parser);
    return call?.kind === 'call' ? parseMethod(parser, token, call) : call;
  }
  const next = peek(parser, 1);
  if ((token.text === 'some' || token.text === 'every') && isName(next)) {
    const quantifier = token.text === 'some' ? 'exists' : 'forall';
    return fail(parser, token, 'short-foreign', {
      written: `${token.text} ${next.text} in`,
      meant: `${quantifier}(${next.text} in list, condition)`,
    });
  }
  const path = parsePath(parser);
  return path && parseMethod(parser, token, path);
}

/** The subject alone, or `subject.operator(arguments)`. */
function parseMethod(
  parser: Parser,
  first: Token,
  subject: PathTree | CallTree,
): MethodTree | PathTree | CallTree | null {
  if (!atSign(parser, '.')) return subject;
  take(parser);
  const name = peek(parser);
  if (name.kind !== 'name') return failExpected(parser, 'an operator after `.`');
  take(parser);
  const open = peek(parser);
  if (!atSign(parser, '(')) return failExpected(parser, '`(`');
  take(parser);
  const args = parseArguments(parser, ')');
  if (args === null) return null;
  const end = peek(parser, -1).start;
  const raw = { value: parser.source.text.slice(open.end, end), at: parser.source.spanOf(open.end, end) };
  const operator = { value: name.text, at: spanOf(parser, name) };
  return { kind: 'method', subject, operator, args, raw, at: spanFrom(parser, first) };
}
