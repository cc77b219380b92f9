/** Decimal numbers as they are written, with every digit: a double holds about 16 of them. */

/** The number `0.DIGITS` times ten to the power of `point`, with its sign. */
interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly point: number;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
/** No INTEGER has more digits. */
const INTEGER_DIGITS = 19;

/** Reads a number by the grammar of JSON. Returns null for other text, and for an exponent beyond 2^53. */
export function readDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const written = whole + fraction;
  let first = 0;
  while (written.charCodeAt(first) === 0x30) first++;
  let end = written.length;
  while (end > first && written.charCodeAt(end - 1) === 0x30) end--;
  const negative = sign === '-';
  if (first === end) return { negative, digits: '', point: 0 };
  const point = whole.length - first + Number(exponent);
  return Number.isSafeInteger(point) ? { negative, digits: written.slice(first, end), point } : null;
}

/** True if the number has no fraction. */
export function isWhole({ digits, point }: Decimal): boolean {
  return digits.length <= point || digits === '';
}

/** The whole number as a bigint; null for one with a fraction, or with more digits than an INTEGER has. */
export function wholeOf(decimal: Decimal): bigint | null {
  const { negative, digits, point } = decimal;
  if (!isWhole(decimal) || point > INTEGER_DIGITS) return null;
  const value = BigInt(digits.padEnd(point, '0'));
  return negative ? -value : value;
}

/** The number times a power of ten, rounded down to a whole number; null if it has more digits than an INTEGER has. */
export function floorOf({ negative, digits, point }: Decimal, power: number): bigint | null {
  const end = point + power;
  if (end > INTEGER_DIGITS) return null;
  const whole = BigInt(end > 0 ? digits.slice(0, end).padEnd(end, '0') : '0');
  if (!negative) return whole;
  return digits.length > Math.max(end, 0) ? -whole - 1n : -whole;
}

/** Above this many digits before the point, and below this many zeros behind it, ECMAScript writes an exponent. */
const LONGEST_WHOLE = 21;
const MOST_ZEROS = 6;

/**
 * The text of ECMAScript's `Number::toString` for this decimal, with all its digits: the shortest text of a double if the
 * decimal is what that text says. Equal numbers have equal texts, different numbers different ones.
 */
export function decimalText({ negative, digits, point }: Decimal): string {
  if (digits === '') return '0';
  const sign = negative ? '-' : '';
  if (digits.length <= point && point <= LONGEST_WHOLE) return sign + digits.padEnd(point, '0');
  if (point > 0 && point <= LONGEST_WHOLE) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  if (point <= 0 && point > -MOST_ZEROS) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const exponent = point - 1;
  const mantissa = digits.length === 1 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}
