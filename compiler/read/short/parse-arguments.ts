import { failAfterOperand } from './after-operand.ts';
import { atSign, nested, take, takeSign, type Parser } from './parser.ts';
import type { ShortExpression } from '../../short-tree.ts';

/** `[ expr { "," expr } ]` up to the closer, which is taken. */
export function parseArguments(parser: Parser, closer: ')' | ']'): readonly ShortExpression[] | null {
  if (atSign(parser, closer)) {
    take(parser);
    return [];
  }
  const args: ShortExpression[] = [];
  do {
    const argument = nested(parser, () => parser.grammar.expression(parser));
    if (argument === null) return null;
    args.push(argument);
  } while (takeComma(parser));
  return closeAfterOperand(parser, closer) ? args : null;
}

/** True if a comma was next and is taken. */
export function takeComma(parser: Parser): boolean {
  if (!atSign(parser, ',')) return false;
  take(parser);
  return true;
}

/** Takes the closer; false, and reported, if something else follows the operand. */
export function closeAfterOperand(parser: Parser, closer: ')' | ']'): boolean {
  if (atSign(parser, closer)) return takeSign(parser, closer);
  failAfterOperand(parser, `\`,\` or \`${closer}\``);
  return false;
}
