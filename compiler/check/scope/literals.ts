import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import { reportGroupedNumber } from '../../language/grouped-number.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { ScalarValue } from '../../syntax.ts';
import { timeOfSeconds, timeOfText, timeText } from '../../../runtime/values/time-text.ts';
import { integer64 } from '../../../runtime/values/integer64.ts';
import { isClipsSymbol } from '../../language/symbol.ts';

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A date as a spreadsheet exports it: as seconds it would be a day of 1970. */
const COMPACT_DATE = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

function integerLiteral(value: bigint, at: Span, report: Report): Literal | null {
  const fitting = integer64(value);
  if (fitting === null) {
    report.add('integer-out-of-range', at, { value: value.toString() });
    return null;
  }
  return { type: 'INTEGER', value: fitting };
}

function floatLiteral(text: string, at: Span, report: Report): Literal | null {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    report.add('float-not-finite', at, { value: text });
    return null;
  }
  return { type: 'FLOAT', value };
}

/** Text as a literal of a type; null (reported) when it is none. An integer is good for a FLOAT and becomes one. */
export function typeText(text: string, type: SlotType, at: Span, report: Report): Literal | null {
  switch (type) {
    case 'STRING':
      if (text.includes('\0')) break;
      return { type, value: text };
    case 'SYMBOL':
      if (!isClipsSymbol(text)) break;
      return { type, value: text };
    case 'INTEGER':
      if (!INTEGER.test(text)) break;
      return integerLiteral(BigInt(text.replace(/^\+/, '')), at, report);
    case 'FLOAT':
      if (!NUMBER.test(text)) break;
      if (reportGroupedNumber(text, at, report)) return null;
      return floatLiteral(text, at, report);
    case 'BOOLEAN':
      if (text !== 'true' && text !== 'false') break;
      return { type, value: text === 'true' };
    case 'TIME': {
      const date = COMPACT_DATE.exec(text);
      if (date !== null) {
        const [, year, month, day] = date;
        report.add('wrong-literal', at, { text, type }, `${year}-${month}-${day}T00:00:00Z`);
        return null;
      }
      const value = timeOfText(text) ?? timeOfSeconds(text);
      if (value === null) break;
      return { type, value };
    }
  }
  report.add('wrong-literal', at, { text, type });
  return null;
}

/** Text as a number of whichever type it is written as; of type FLOAT when `type` is FLOAT. */
export function typeNumber(text: string, type: SlotType, at: Span, report: Report): Literal | null {
  return typeText(text, type === 'INTEGER' && !INTEGER.test(text) ? 'FLOAT' : type, at, report);
}

/** A YAML scalar as a literal of a type; null (reported) if it is not one. Null is not a value of any type. */
export function typeScalar(scalar: ScalarValue, type: SlotType, at: Span, report: Report): Literal | null {
  switch (scalar.kind) {
    case 'null':
      report.add('wrong-literal', at, { text: scalar.text, type });
      return null;
    case 'integer':
      return typeText(type === 'STRING' ? scalar.text : scalar.value.toString(), type, at, report);
    case 'float':
      if (type === 'FLOAT') return floatLiteral(String(scalar.value), at, report);
      return typeText(scalar.text, type, at, report);
    case 'string':
      // `"true"` in quotes is a text.
      if (type === 'BOOLEAN') break;
      return typeText(scalar.value, type, at, report);
    case 'boolean':
      return typeText(type === 'BOOLEAN' ? String(scalar.value) : scalar.text, type, at, report);
  }
  report.add('wrong-literal', at, { text: scalar.text, type });
  return null;
}

/**
 * The string form of a literal, as allowed values are listed: text as it is, an INTEGER in decimal digits, a FLOAT as
 * JavaScript writes the number (`3.0` is `3`), a BOOLEAN `true` or `false`, a TIME in RFC 3339.
 */
export function literalForm(literal: Literal): string {
  if (literal.type === 'TIME') return timeText(literal.value);
  return Object.is(literal.value, -0) ? '-0' : String(literal.value);
}
