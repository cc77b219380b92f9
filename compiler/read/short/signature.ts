import type { Report } from '../../diagnostics/report.ts';
import type { DefinitionSyntax } from '../../short-syntax.ts';
import type { Located, SourceText } from '../../syntax.ts';
import { failAfterOperand } from './after-operand.ts';
import { startParser } from './parse.ts';
import { takeComma } from './parse-arguments.ts';
import { atSign, failExpected, fail, isName, peek, spanOf, take, takeSign, type Parser } from './parser.ts';

type Signature = Pick<DefinitionSyntax, 'name' | 'parameters'>;

/** Parses `name`, or `name(parameter, …)`; null if it is invalid, which is reported at the token. */
export function parseSignature(source: SourceText, report: Report): Signature | null {
  const parser = startParser(source, report);
  const name = parser && parseName(parser);
  if (parser === null || name === null) return null;
  let parameters: Located<string>[] | null = null;
  if (atSign(parser, '(')) {
    take(parser);
    parameters = [];
    do {
      const parameter = parseName(parser);
      if (parameter === null) return null;
      const { value, at } = parameter;
      if (parameters.some((known) => known.value === value)) {
        report.add('duplicate-name', at, { kind: 'parameter', name: value, file: at.file });
        return null;
      }
      parameters.push(parameter);
    } while (takeComma(parser));
    if (!takeSign(parser, ')')) return null;
  }
  return peek(parser).kind === 'end' ? { name, parameters } : failAfterOperand(parser, '`(` or the end');
}

function parseName(parser: Parser): Located<string> | null {
  const token = peek(parser);
  if (token.kind === 'end') return failExpected(parser, 'a name');
  if (!isName(token))
    return fail(parser, token, 'short-expected', { expected: 'a name', found: `\`${token.text}\`` });
  take(parser);
  return { value: token.text, at: spanOf(parser, token) };
}
