/** Result of scanning a JSON text: numbers that JSON.parse may change, and keys that JavaScript may reorder. */
export interface JsonScan {
  /** A number whose text says more than its value does: `1.50`, `1e3`, `-0`, an integer beyond 2^53. */
  readonly exactNumbers: boolean;
  /** A key that starts with a digit or an escape, so that it may move to the front of its object. */
  readonly movableKeys: boolean;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** Not a byte of UTF-8, so it can follow the last one. */
const END = 0xff;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
/** A fraction with up to this many digits, and an integer, is the shortest text of its value. */
const SAFE_DIGITS = 15;
/** No number that JavaScript writes is longer. */
const LONGEST_NUMBER = 25;
/** Maximum bytes of UTF-8 per unit of UTF-16. */
const BYTES_PER_UNIT = 3;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;

function bytesWhere(isOne: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(isOne(byte)));
}
// Bytes that end a run: a table look-up is cheaper than the comparisons it replaces.
const ENDS_SPACE = bytesWhere((byte) => byte === QUOTE || byte === MINUS || byte === END || isDigit(byte));
const ENDS_STRING = bytesWhere((byte) => byte === QUOTE || byte === BACKSLASH || byte === END);
const IN_NUMBER = bytesWhere((byte) => isDigit(byte) || '+-.eE'.includes(String.fromCharCode(byte)));

const encoder = new TextEncoder();
const shared = new Uint8Array(1 << 16);

/** True if the number in these bytes is written as JavaScript writes its value. */
function isKept(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let i = first;
  while (i < end && isDigit(bytes[i]!)) i++;
  if (i === end && end - first <= SAFE_DIGITS && (first === start || bytes[first] !== ZERO)) return true;
  const dot = i;
  if (
    bytes[dot] === DOT &&
    end - first <= SAFE_DIGITS + 1 &&
    (bytes[first] !== ZERO || bytes[dot + 1] !== ZERO)
  ) {
    i++;
    while (i < end && isDigit(bytes[i]!)) i++;
    if (i === end && i > dot + 1 && bytes[end - 1] !== ZERO) return true;
  }
  if (end - start > LONGEST_NUMBER) return false;
  const written = String.fromCharCode(...bytes.subarray(start, end));
  return isExactNumber(written, Number(written));
}

/**
 * True if a number's text is the one that JavaScript writes for its value, and says no more than that value. Beyond 2^53
 * several integers have one value, and one of them is written as that value is: `1152921504606847000` is not 2^60.
 */
export function isExactNumber(text: string, value: number): boolean {
  if (String(value) !== text) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value) || text.includes('e');
}

/**
 * Reads a JSON text once without building values. Does not validate: for invalid JSON either result may
 * come, and JSON.parse refuses it.
 */
export function scanJson(text: string): JsonScan {
  const room = text.length * BYTES_PER_UNIT + 1;
  const bytes = room <= shared.length ? shared : new Uint8Array(room);
  bytes[encoder.encodeInto(text, bytes).written] = END;
  let exactNumbers = false;
  let movableKeys = false;
  for (let i = 0; ;) {
    while (ENDS_SPACE[bytes[i]!] === 0) i++;
    const opening = bytes[i]!;
    if (opening === END) return { exactNumbers, movableKeys };
    if (opening === QUOTE) {
      const first = bytes[++i]!;
      while (bytes[i] !== QUOTE) {
        while (ENDS_STRING[bytes[i]!] === 0) i++;
        if (bytes[i] === BACKSLASH) i += bytes[i + 1] === END ? 1 : 2;
        if (bytes[i] === END) return { exactNumbers, movableKeys };
      }
      i++;
      if (!movableKeys && (first === BACKSLASH || isDigit(first))) {
        while (bytes[i]! <= SPACE) i++;
        movableKeys = bytes[i] === COLON;
      }
    } else {
      const start = i++;
      while (IN_NUMBER[bytes[i]!] === 1) i++;
      exactNumbers ||= !isKept(bytes, start, i);
    }
  }
}

/** Number of members and items of a JSON text with their containers, counted without parsing; never too low. */
export function countValues(text: string): number {
  let count = 1;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) quoted = !quoted;
    else if (!quoted && (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE)) count++;
  }
  return count;
}
