import type { Report } from '../diagnostics/report.ts';
import type { ArgumentSyntax, OperatorSyntax, SourceText } from '../syntax.ts';
import { parseArguments } from './argument.ts';
import { meantExpression } from './guess-expression.ts';
import { isForeignQuoted } from '../language/foreign-quotes.ts';

const FORM = /^\s*([A-Za-z_][A-Za-z0-9_-]*)\s*\(/;

/**
 * Operators whose argument is taken verbatim, commas, brackets and backslashes included: all of it, or the text
 * in quotes if the whole argument is quoted.
 */
const VERBATIM = new Set(['matches', 'not_matches']);

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
    ? verbatimArguments(source, head.length, close, report)
    : parseArguments(source, head.length, close, report);
  return args && { operator, args, raw, at };
}

/** Null (reported) for a pattern in quotes or slashes of another language. */
function verbatimArguments(
  source: SourceText,
  start: number,
  end: number,
  report: Report,
): readonly ArgumentSyntax[] | null {
  const text = source.text.slice(start, end);
  const at = source.spanOf(start, end);
  const quoted = /^\s*"((?:[^"\\]|\\.)*)"\s*$/su.exec(text);
  if (quoted !== null) return [{ kind: 'quoted', text: quoted[1] ?? '', at }];
  const trimmed = text.trim();
  if (isForeignQuoted(trimmed)) {
    report.add('foreign-quotes', at, { text: trimmed, meant: `"${trimmed.slice(1, -1)}"` });
    return null;
  }
  const slashed = /^\/(\^[^]*|[^]*\$)\/[a-z]*$/.exec(trimmed)?.[1];
  if (slashed !== undefined) {
    const problem = `the slashes are part of it: write ${slashed} without them`;
    report.add('bad-pattern', at, { problem });
    return null;
  }
  const problem = neverMatching(trimmed);
  if (problem === null) return [{ kind: 'bare', text, at }];
  report.add('bad-pattern', at, { problem });
  return null;
}

/** Problem of a pattern that cannot match, most likely a reference or several patterns; `null` if it may match. */
function neverMatching(text: string): string | null {
  if (/\[|\\Q|\(\?[a-z]*m/i.test(text)) return null;
  const plain = text.replace(/\\[^]/g, '');
  if (/\$(?:\s+|\s*[,;]\s*)\^/.test(plain))
    return 'a second pattern after `$` never matches: write ^(?:a|b)$ for one of several';
  return /\$\w(?![?*{])/.test(plain)
    ? 'text after `$` never matches: a pattern cannot hold references'
    : null;
}
