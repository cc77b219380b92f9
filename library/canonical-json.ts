/**
 * JSON Canonicalization Scheme (RFC 8785) over exact numbers: equal values have equal texts, byte for byte in UTF-8, and
 * different values have different texts. Every digest of JSON is one of this text. A number that a double holds exactly
 * is written as the RFC says; of any other number every digit is kept.
 */
import { decimalText, readDecimal } from '../runtime/values/decimal.ts';
import { NumberText } from '../runtime/values/number-text.ts';

/**
 * Writes the canonical text of a JSON value, as `parseJson` reads it: integers may be bigints, and a number may be a
 * NumberText. Throws TypeError for what JSON does not have: numbers that are not finite, half surrogate pairs, anything
 * but null, booleans, numbers, strings, arrays and plain objects; and for an exponent beyond 2^53.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('a number that is not finite has no JSON text');
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'bigint':
      return canonicalNumber(String(value));
    case 'object':
      if (value === null) return 'null';
      if (value instanceof NumberText) return canonicalNumber(value.text);
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no JSON text`);
  }
}

/** Canonical text of a number, from its digits: `1.50` is 1.5, `1e2` is 100, and 2^53 + 1 stays 2^53 + 1. */
function canonicalNumber(text: string): string {
  const decimal = readDecimal(text);
  if (decimal === null) throw new TypeError('a number with such an exponent has no canonical text');
  return decimalText(decimal);
}

/** True if a text is valid Unicode, and so has a canonical form. */
export function isUnicode(text: string): boolean {
  return text.isWellFormed();
}

/** Characters that are written verbatim; most texts have no others. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** JSON.stringify escapes exactly what RFC 8785, 3.2.2.2 says. */
export function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!isUnicode(text)) throw new TypeError('half a surrogate pair has no UTF-8 text');
  return JSON.stringify(text);
}

function canonicalObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError('an instance of a class has no JSON text');
  }
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  // By UTF-16 code units, as `sort` does (RFC 8785, 3.2.3).
  for (const key of Object.keys(members).sort())
    text += `${text === '' ? '' : ','}${canonicalString(key)}:${canonicalJson(members[key])}`;
  return `{${text}}`;
}
