import type { Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import { CONTROL_FORMS } from './parse-control.ts';
import { FACT_QUERY_FORMS } from './parse-fact-query.ts';
import { JUMP_FORMS } from './parse-jump.ts';
import { parseActions, parseTerm, plainName } from './parse-term.ts';
import {
  closeForm,
  createParser,
  fail,
  failSyntax,
  peek,
  spanFrom,
  take,
  type CallMeaning,
  type Parser,
} from './parser.ts';

const FORMS = new Map([...CONTROL_FORMS, ...JUMP_FORMS, ...FACT_QUERY_FORMS]);

/** The one expression that a text holds; null when it does not, which is reported at its place. */
export function parseExpression(
  source: SourceText,
  report: Report,
  meaning: CallMeaning = (call) => call,
): Expression | null {
  const parser = createParser(source, report, FORMS, meaning);
  const expression = parseTerm(parser);
  return expression && endOfText(parser) ? expression : null;
}

function endOfText(parser: Parser): boolean {
  const token = take(parser);
  if (token.kind === 'end') return true;
  failSyntax(parser, token, 'the end of the text');
  return false;
}

/** `(deffunction name ["comment"] (?parameter* [$?rest]) action*)`; the name may be preceded by `MAIN::`. */
export function parseDeffunction(
  source: SourceText,
  report: Report,
  meaning: CallMeaning = (call) => call,
): FunctionDefinition | null {
  const parser = createParser(source, report, FORMS, meaning);
  const open = take(parser);
  if (open.kind !== 'open') return failSyntax(parser, open, '`(deffunction`');
  const keyword = take(parser);
  if (keyword.kind !== 'symbol' || keyword.text !== 'deffunction') {
    return failSyntax(parser, keyword, '`deffunction`');
  }
  const name = take(parser);
  if (name.kind !== 'symbol' || plainName(name.text).includes('::')) {
    return failSyntax(parser, name, 'the name of the function');
  }
  if (peek(parser).kind === 'string') take(parser);
  const parameters = parseParameters(parser);
  if (parameters === null) return null;
  const body = parseActions(parser, { return: true, break: false });
  if (body === null || !closeForm(parser, 'deffunction') || !endOfText(parser)) return null;
  const definition = { name: plainName(name.text), ...parameters, body };
  return { ...definition, at: spanFrom(parser, open.start) };
}

function parseParameters(parser: Parser): Pick<FunctionDefinition, 'parameters' | 'wildcard'> | null {
  const open = take(parser);
  if (open.kind !== 'open') return failSyntax(parser, open, 'the list of parameters');
  const parameters: string[] = [];
  let wildcard: string | null = null;
  for (let token = take(parser); token.kind !== 'close'; token = take(parser)) {
    if (token.kind !== 'variable' && token.kind !== 'multi-variable') {
      return failSyntax(parser, token, 'a parameter or `)`');
    }
    if (wildcard !== null) return failSyntax(parser, token, '`)` after the wildcard parameter');
    if (parameters.includes(token.text))
      return fail(parser, 'clips-duplicate-parameter', token, { name: token.text });
    if (token.kind === 'variable') parameters.push(token.text);
    else wildcard = token.text;
  }
  return { parameters, wildcard };
}
