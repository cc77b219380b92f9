import type { Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';

/** A whole number with a point between its thousands, as in German; here it is a decimal point. */
const GROUPED = /^[+-]?[1-9]\d{0,2}\.000$/;

/** A number with commas between its thousands, as in English. */
export const DIGIT_GROUPS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number with a decimal comma, as in German. */
export const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** A number in a call of another language, `int(1000)`, or in thousands, `1k`. */
const CALLED = /^(?:int|integer|long|float|double|decimal|[Nn]umber)\(\s*([+-]?\d+(?:\.\d+)?)\s*\)$/;
const THOUSANDS = /^([+-]?\d+)[kK]$/;

/** The number that is meant by such a text; `null` for any other. */
export function spelledNumber(text: string): string | null {
  const thousands = THOUSANDS.exec(text)?.[1];
  return CALLED.exec(text)?.[1] ?? (thousands === undefined ? null : `${thousands}000`);
}

/** A number with spaces or apostrophes between its thousands, as in French and in Switzerland. */
export const SPACED_GROUPS = /^[+-]?\d{1,3}([ '\u2019\u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

/** True (reported) if a number is likely a thousand times what it says: `400.000`. */
export function reportGroupedNumber(text: string, at: Span, report: Report): boolean {
  if (!GROUPED.test(text)) return false;
  report.add('number-grouped', at, { text, all: text.replace('.', ''), whole: text.replace(/00$/, '') });
  return true;
}
