import { FOREIGN_SIGNS, FOREIGN_WORDS } from './foreign.ts';
import { fail, failExpected, peek, type Parser } from './parser.ts';

/** Reports the token after an operand: an assignment, a sign or word of another language, or not what is expected. */
export function failAfterOperand(parser: Parser, expected: string): null {
  const token = peek(parser);
  if (token.kind === 'sign' && (token.text === '=' || token.text === ':='))
    return fail(parser, token, 'short-assignment', { written: token.text }, '==');
  if (token.kind === 'text' && peek(parser, -1).text === 'r')
    return fail(parser, token, 'short-foreign', {
      written: `r${token.text}`,
      meant: 'a.matches(`…`)',
    });
  const meant =
    token.kind === 'sign'
      ? FOREIGN_SIGNS.get(token.text)
      : token.kind === 'name'
        ? FOREIGN_WORDS.get(token.text)
        : undefined;
  if (meant === undefined) return failExpected(parser, expected);
  return fail(parser, token, 'short-foreign', { written: token.text, meant });
}
