import {
  DIGIT_GROUPS,
  reportGroupedNumber,
  SPACED_GROUPS,
  spelledNumber,
} from '../language/grouped-number.ts';
import {
  foreignQuote,
  isEscapedQuoted,
  isHalfQuoted,
  isTypographic,
  withoutQuotes,
} from '../language/foreign-quotes.ts';
import type { ReadContext } from './context.ts';
import type { YamlScalar } from './yaml-node.ts';

/** A comma or semicolon at the end, or a remark as other languages write it. */
const REMARK = /[,;]$|(?:^|\s)(?:\/\/|--)\s[^]*$|\s\/\*[^]*$|^\/\*[^]*?\*\//;
/** A value as a spreadsheet or another language assigns it, `=a` or `== a`, be it empty; a symbol of Ruby, `:a` or `:?`; an amount, `$ 5`. */
const ASSIGNED =
  /^={1,3}(?:$|\s*(?=[^\s=]))|^:(?=[A-Za-z][\w -]*(?:\$?\{[^{}]*\}|[?!])?$|[?!]$|\/|\$\{)|^[$\u20ac\u00a3]\s?(?=[\d.,_]+$)/;
/** A number with underscores between its thousands, or in digits of full width. */
const DIGITS = /^[+-]?(?:\d{1,3}(?:_\d{3})+|[\uff10-\uff19]+)$/;
/** Quotes of YAML around those of a text: `"'a'"`, `'"a"'`. */
const QUOTED_TWICE = /^(["'])(?:(?!\1)[^])*\1$/;
/** Quotes in quotes, a mistake even if they are escaped: `"\"'a'\""`, `'''""'''`. */
const NESTED = /^(?:"'[^]*'"|'"[^]*"')$/;

/**
 * Reports quotes, commas, semicolons, remarks and signs of other languages that became part of a value without quotes, and
 * quotes around a value with quotes, unless they are escaped: `"\u201ca\u201d"`, `"\"a\""`.
 */
export function checkStraySigns(node: YamlScalar, { report, source }: ReadContext): void {
  const { scalar, style, at } = node;
  const { text } = scalar;
  if (scalar.kind === 'float') reportGroupedNumber(text, at, report);
  if (scalar.kind !== 'string') return;
  const number = style === 'plain' ? spelledNumber(text) : null;
  if (style !== 'plain') {
    const quote = style.endsWith('quoted') ? 1 : 0;
    const written = source.text.slice(at.start + quote, at.end - quote);
    const meant = withoutOwnQuotes(text, written);
    if (meant !== null) report.add('foreign-quotes', at, { text, meant: JSON.stringify(meant) });
  } else if (isEscapedQuoted(text)) {
    report.add('foreign-quotes', at, { text, meant: `"${text.slice(2, -2)}"` });
  } else if (foreignQuote(text)) {
    report.add('foreign-quotes', at, { text, meant: JSON.stringify(withoutQuotes(text)) });
  } else if (DIGIT_GROUPS.test(text) || SPACED_GROUPS.test(text)) {
    report.add('number-commas', at, { text, meant: text.replace(/[^\d.+-]/g, '') });
  } else if (DIGITS.test(text)) {
    report.add('number-commas', at, { text, meant: text.normalize('NFKC').replaceAll('_', '') });
  } else if (number !== null) {
    report.add('number-commas', at, { text, meant: number });
  } else if (REMARK.test(text)) {
    report.add('stray-sign', at, { text, meant: text.replace(REMARK, '').trim() || '""' });
  } else if (ASSIGNED.test(text)) {
    report.add('leading-sign', at, { text, meant: text.replace(ASSIGNED, '') || '""' });
  }
}

/** A text between quotes of YAML without quotes of its own; `null` if it has none, or those that are escaped in `written`. */
function withoutOwnQuotes(text: string, written: string): string | null {
  if (NESTED.test(text)) return text.slice(2, -2);
  // Four apostrophes: most likely an empty text whose quotes were doubled.
  if (written === "''") return '';
  if (!written.includes(text)) return null;
  if (isTypographic(text) || QUOTED_TWICE.test(text)) return text.slice(1, -1);
  return isHalfQuoted(text) ? withoutQuotes(text) : null;
}
