/** JSON Canonicalization Scheme (RFC 8785): equal values have equal texts, byte for byte in UTF-8. */

/**
 * The canonical text of a JSON value. Throws TypeError for what I-JSON does not have: numbers that are not finite, half
 * surrogate pairs, anything but null, booleans, numbers, strings, arrays and plain objects.
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
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no JSON text`);
  }
}

/** Whether a text is Unicode, and so has a canonical form. */
export function isUnicode(text: string): boolean {
  return text.isWellFormed();
}

/** What is written as it is; most texts are such. */
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
