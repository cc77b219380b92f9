import type { Report } from '../diagnostics/report.ts';
import type { ArgumentSyntax, OperatorSyntax, SourceText } from '../syntax.ts';
import { parseArguments } from './argument.ts';
import { meantExpression } from './guess-expression.ts';
import { VERBATIM, verbatimArguments } from './verbatim.ts';

const FORM = /^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*\(/;

/**
 * Parses a condition's expression, `operator(arguments)`; the last parenthesis closes it. Reports the first problem
 * and returns null. The operator and its arguments are not checked here.
 *
 * @param slot that the expression is about, for suggestions
 */
export function parseOperator(source: SourceText, report: Report, slot?: string): OperatorSyntax | null {
  const { text, at } = source;
  const match = FORM.exec(text);
  if (match === null) {
    report.add('expression-form', at, { text }, meantExpression(text, slot));
    return null;
  }
  const [head, name = ''] = match;
  const close = text.trimEnd().length - 1;
  const closed = text.lastIndexOf(')');
  if (closed >= head.length && closed < close && text[close] !== ')') {
    const behind = text.slice(closed + 1).trim();
    report.add('expression-behind', source.spanOf(closed + 1, close + 1), { text: behind });
    return null;
  }
  if (close < head.length || text[close] !== ')') {
    report.add('expression-unclosed', source.spanOf(head.length - 1, head.length), { opener: '(' });
    return null;
  }
  const raw = { value: text.slice(head.length, close), at: source.spanOf(head.length, close) };
  const nameStart = head.indexOf(name);
  const operator = { value: name, at: source.spanOf(nameStart, nameStart + name.length) };
  const args = VERBATIM.has(name)
    ? verbatimArguments(source, head.length, close, report, slot)
    : parseArguments(source, head.length, close, report);
  if (args?.some((argument) => reportNamed(argument, name, slot, report))) return null;
  return args && { operator, args, raw, at };
}

const NAMED =
  /^([A-Za-z_][\w-]*)(?:\s*(={1,3}|!={1,2}|[~/]=|<>|\u2260|[<>]=?|:(?=\s))\s*|\s+(is not|is|eq|neq?|equals?)\s+)([^\s=>$?][^]*)$/;
/** Signs and words that compare in other ways than `equals` does, with their operators. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['!=', 'not_equals'],
  ['!==', 'not_equals'],
  ['<>', 'not_equals'],
  ['/=', 'not_equals'],
  ['~=', 'not_equals'],
  ['\u2260', 'not_equals'],
  ['is not', 'not_equals'],
  ['ne', 'not_equals'],
  ['neq', 'not_equals'],
  ['<', 'less_than'],
  ['<=', 'at_most'],
  ['>', 'greater_than'],
  ['>=', 'at_least'],
]);

/** True (reported) for a text behind the name of an argument: `value: text`, or the slot in front. */
function reportNamed(
  argument: ArgumentSyntax,
  operator: string,
  slot: string | undefined,
  report: Report,
): boolean {
  if (argument.kind !== 'bare' || argument.isLiteral === true) return false;
  const { text, at } = argument;
  const [, name, sign, word = '', rest = ''] = NAMED.exec(text) ?? [];
  if (name === undefined || (name !== 'value' && name !== slot)) return false;
  report.add('expression-argument-name', at, {
    text,
    meant: `${COMPARISONS.get(sign ?? word) ?? operator}(${rest})`,
  });
  return true;
}
