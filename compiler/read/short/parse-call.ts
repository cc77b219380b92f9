import { closeAfterOperand, parseArguments, takeComma } from './parse-arguments.ts';
import { isShell, parsePath } from './parse-path.ts';
import { atSign, atWord, fail, isName, nested, peek, spanFrom, spanOf, take, type Parser } from './parser.ts';
import type { Token } from './tokens.ts';
import {
  QUANTIFIERS,
  type CallTree,
  type Quantifier,
  type QuantifierTree,
  type ShortExpression,
} from '../../short-tree.ts';

/** `name(…)`: a quantifier if its first argument says what it goes through, otherwise a function. */
export function parseCall(parser: Parser): QuantifierTree | CallTree | null {
  const name = take(parser);
  take(parser);
  const quantifier = QUANTIFIERS.find((word) => word === name.text);
  if (quantifier !== undefined) {
    if (goesThrough(parser, quantifier)) return parseQuantifier(parser, name, quantifier);
    if (quantifier === 'exists' || quantifier === 'forall' || quantifier === 'count')
      return failBinder(parser, quantifier);
  }
  const args = parseArguments(parser, ')');
  if (args === null) return null;
  return {
    kind: 'call',
    name: { value: name.text, at: spanOf(parser, name) },
    args,
    at: spanFrom(parser, name),
  };
}

/**
 * True if `name in` follows, or a bare name where only a quantifier is possible. `min(name, …)` is read as a call: only
 * the templates of all files show if the name is a template.
 */
function goesThrough(parser: Parser, quantifier: Quantifier): boolean {
  if (!isName(peek(parser))) return false;
  if (atWord(parser, 'in', 1)) return true;
  const isBare = atSign(parser, ',', 1) || atSign(parser, ')', 1);
  return isBare && (quantifier === 'exists' || quantifier === 'forall' || quantifier === 'count');
}

function parseQuantifier(parser: Parser, word: Token, quantifier: Quantifier): QuantifierTree | null {
  const first = peek(parser);
  const name = { value: first.text, at: spanOf(parser, first) };
  if (atWord(parser, 'in', 1)) parser.position += 2;
  const source = nested(parser, () => parsePath(parser));
  if (source === null) return null;
  // It would take commands that are unknown for none.
  if (isShell(source) && source.optional !== null)
    return fail(parser, peek(parser, -1), 'short-optional', {});
  const args: ShortExpression[] = [];
  while (takeComma(parser)) {
    const argument = nested(parser, () => parser.grammar.expression(parser));
    if (argument === null) return null;
    args.push(argument);
  }
  if (!closeAfterOperand(parser, ')')) return null;
  const at = spanFrom(parser, word);
  return {
    kind: 'quantifier',
    quantifier: { value: quantifier, at: spanOf(parser, word) },
    name,
    source,
    args,
    at,
  };
}

/** Reports a quantifier that does not begin with what it goes through: `count(input.items)` is `size(input.items)`. */
function failBinder(parser: Parser, quantifier: 'exists' | 'forall' | 'count'): null {
  const first = peek(parser);
  const path = isName(first) ? parsePath(parser) : null;
  const text = path === null ? first.text : parser.source.text.slice(first.start, peek(parser).start).trim();
  const meant = quantifier === 'count' ? `size(${text})` : `${quantifier}(x in ${text}, …)`;
  return fail(parser, first, 'short-binder', { text }, path === null ? null : meant);
}
