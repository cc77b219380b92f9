/** Parts of JSON texts as they are written: nothing is parsed, so that no digit is lost and no thread is blocked. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** Position after the string that opens at `at`, or -1 for one that does not end. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return -1;
}

/** Position after the value that begins at `at`, or -1 for a text that ends within it. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i) - 1;
        if (i < 0) return -1;
        if (depth === 0) return i + 1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 0) return i;
        if (--depth === 0) return i + 1;
        break;
      case COMMA:
        if (depth === 0) return i;
        break;
      default:
    }
  }
  return depth === 0 ? text.length : -1;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (text.charCodeAt(i) <= SPACE) i++;
  return i;
}

/** True if a text begins with a bracket or a brace. */
export function isBracketed(text: string): boolean {
  const first = text.charCodeAt(skipSpace(text, 0));
  return first === OPEN_BRACE || first === OPEN_BRACKET;
}

/**
 * True if a text that begins with a bracket ends with the bracket that closes it. If a document with this text in the
 * place of a value is valid JSON, the value is the whole text and nothing of it reaches beyond.
 */
export function isEnclosed(text: string): boolean {
  if (!isBracketed(text)) return false;
  const end = endOfValue(text, skipSpace(text, 0));
  return end !== -1 && skipSpace(text, end) === text.length;
}

/** The elements of an array, each as it is written. The text must be valid JSON. */
export function* elements(array: string): Generator<string> {
  for (let at = skipSpace(array, 1); array.charCodeAt(at) !== CLOSE_BRACKET;) {
    const end = endOfValue(array, at);
    yield array.slice(at, end).trimEnd();
    const next = skipSpace(array, end);
    at = array.charCodeAt(next) === COMMA ? skipSpace(array, next + 1) : next;
  }
}

/** The members of an object by their keys, each value as it is written. The text must be valid JSON. */
export function members(object: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = skipSpace(object, 1); object.charCodeAt(at) !== CLOSE_BRACE;) {
    const endOfKey = endOfString(object, at);
    const key = JSON.parse(object.slice(at, endOfKey)) as string;
    const colon = skipSpace(object, endOfKey);
    const value = skipSpace(object, object.charCodeAt(colon) === COLON ? colon + 1 : colon);
    const end = endOfValue(object, value);
    found.set(key, object.slice(value, end).trimEnd());
    const next = skipSpace(object, end);
    at = object.charCodeAt(next) === COMMA ? skipSpace(object, next + 1) : next;
  }
  return found;
}
