import { foreignQuote } from '../language/foreign-quotes.ts';
import type { ReadContext } from './context.ts';
import type { YamlScalar } from './yaml-node.ts';

/** A semicolon at the end, or a remark as other languages write it. */
const REMARK = /;$|\s\/\/\s[^]*$|\s\/\*[^]*$/;
const QUOTE_AT_AN_END = /^[^\w\s]|[^\w\s]$/gu;

/** Reports quotes, semicolons and remarks of other languages that became part of a value without quotes. */
export function checkStraySigns({ scalar, style, at }: YamlScalar, { report }: ReadContext): void {
  const { text } = scalar;
  if (style !== 'plain' || scalar.kind !== 'string') return;
  if (foreignQuote(text)) {
    report.add('foreign-quotes', at, { text, meant: JSON.stringify(text.replace(QUOTE_AT_AN_END, '')) });
  } else if (REMARK.test(text)) {
    report.add('stray-sign', at, { text, meant: text.replace(REMARK, '').trim() });
  }
}
