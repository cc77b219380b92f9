import { foreignQuote, isTypographic } from '../language/foreign-quotes.ts';
import type { ReadContext } from './context.ts';
import type { YamlScalar } from './yaml-node.ts';

/** A semicolon at the end, or a remark as other languages write it. */
const REMARK = /;$|\s(?:\/\/|--)\s[^]*$|\s\/\*[^]*$|^\/\*[^]*?\*\//;
/** A value as a spreadsheet or another language assigns it: `=a`, `== a`. */
const ASSIGNED = /^={1,3}\s*(?=[^\s=])/;
const QUOTE_AT_AN_END = /^[^\w\s]|[^\w\s]$/gu;

/**
 * Reports quotes, semicolons, remarks and signs of other languages that became part of a value without quotes, and
 * typographic quotes around a value with quotes, unless they are escaped: `"\u201ca\u201d"`.
 */
export function checkStraySigns(node: YamlScalar, { report, source }: ReadContext): void {
  const { scalar, style, at } = node;
  const { text } = scalar;
  if (scalar.kind !== 'string') return;
  if (style !== 'plain') {
    const written = source.text.slice(at.start, at.end);
    if (isTypographic(text) && written.includes(text))
      report.add('foreign-quotes', at, { text, meant: JSON.stringify(text.slice(1, -1)) });
  } else if (foreignQuote(text)) {
    report.add('foreign-quotes', at, { text, meant: JSON.stringify(text.replace(QUOTE_AT_AN_END, '')) });
  } else if (REMARK.test(text)) {
    report.add('stray-sign', at, { text, meant: text.replace(REMARK, '').trim() });
  } else if (ASSIGNED.test(text)) {
    report.add('leading-sign', at, { text, meant: text.replace(ASSIGNED, '') });
  }
}
