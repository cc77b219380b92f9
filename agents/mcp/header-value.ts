/** Texts as values of headers, as revision 2026-07-28 writes them: what has no place there comes as Base64 of its UTF-8. */
const PREFIX = '=?base64?';
const SUFFIX = '?=';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Visible characters of ASCII, with spaces and tabs only between them. */
const PLAIN = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;

export function encodeHeaderValue(text: string): string {
  if (PLAIN.test(text) && !isEncoded(text)) return text;
  return `${PREFIX}${Buffer.from(text).toString('base64')}${SUFFIX}`;
}

/** `null` for invalid values: not Base64, or not UTF-8. */
export function decodeHeaderValue(value: string): string | null {
  if (!isEncoded(value)) return value;
  const base64 = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(base64)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

function isEncoded(value: string): boolean {
  return value.length >= PREFIX.length + SUFFIX.length && value.startsWith(PREFIX) && value.endsWith(SUFFIX);
}
