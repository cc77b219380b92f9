import type { Report } from '../diagnostics/report.ts';
import type { ArgumentSyntax, OperatorSyntax, SourceText } from '../syntax.ts';
import { parseArguments } from './argument.ts';

const FORM = /^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*\(/;

/**
 * Operators whose argument is taken as it stands, commas, brackets and backslashes included: all of it, or what
 * stands between quotes when the whole argument is quoted.
 */
const VERBATIM = new Set(['matches', 'not_matches']);

/**
 * Parses a condition's expression, `operator(arguments)`; the last parenthesis closes it. Reports the first problem
 * and answers null. Whether the operator exists and takes such arguments is not known here.
 */
export function parseOperator(source: SourceText, report: Report): OperatorSyntax | null {
  const { text, at } = source;
  const match = FORM.exec(text);
  if (match === null) {
    report.add('expression-form', at, { text });
    return null;
  }
  const [head, name = ''] = match;
  const close = text.trimEnd().length - 1;
  if (close < head.length || text[close] !== ')') {
    report.add('expression-unclosed', source.spanOf(head.length - 1, head.length), { opener: '(' });
    return null;
  }
  const raw = { value: text.slice(head.length, close), at: source.spanOf(head.length, close) };
  const nameStart = head.indexOf(name);
  const operator = { value: name, at: source.spanOf(nameStart, nameStart + name.length) };
  const args = VERBATIM.has(name)
    ? verbatimArguments(source, head.length, close)
    : parseArguments(source, head.length, close, report);
  return args && { operator, args, raw, at };
}

function verbatimArguments(source: SourceText, start: number, end: number): readonly ArgumentSyntax[] {
  const text = source.text.slice(start, end);
  const at = source.spanOf(start, end);
  const quoted = /^\s*"((?:[^"\\]|\\.)*)"\s*$/su.exec(text);
  return [quoted === null ? { kind: 'bare', text, at } : { kind: 'quoted', text: quoted[1] ?? '', at }];
}
