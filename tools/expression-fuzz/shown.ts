import { Fact, FloatValue, SymbolValue, type FieldValue, type Value } from '../../runtime/values/values.ts';

/** A value in the form in which the CLIPS program shows it, floats as the double that they are. */
export function showValue(value: Value): string {
  return Array.isArray(value) ? `m( ${value.map(showField).join('')})` : showField(value as FieldValue);
}

function showField(value: FieldValue): string {
  if (typeof value === 'string') return `s${quoted(value)} `;
  if (value instanceof FloatValue) return `d${showFloat(value.value)} `;
  if (value instanceof SymbolValue) return `y${quoted(value.name)} `;
  if (value instanceof Fact) return `f${value.index} `;
  return `i${value} `;
}

function quoted(text: string): string {
  return '"' + text.replace(/["\\]/g, (c) => '\\' + c) + '"';
}

function showFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The text that CLIPS showed, its floats written as JavaScript writes the same double. */
export function normalizeShown(text: string): string {
  return text.replace(/(?<=^| )d(\S+) /g, (_, digits: string) => {
    const value = digits.includes('nan') ? NaN : Number(digits.replace('inf', 'Infinity'));
    return `d${showFloat(value)} `;
  });
}
