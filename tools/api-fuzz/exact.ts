/** The value of a JSON number exactly as its text says it, read without the reader that is under test. */

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Nothing that large or small is an integer of 64 bits. */
const MOST_ZEROS = 400;
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/** Returns the integer of 64 bits that a number is; `null` if it is another number. */
export function exactInteger(text: string): bigint | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const zeros = Number(exponent) - fraction.length;
  if (/^0+$/.test(digits)) return 0n;
  if (Math.abs(zeros) > MOST_ZEROS) return null;
  let value = BigInt(digits);
  if (zeros >= 0) value *= 10n ** BigInt(zeros);
  else {
    const divisor = 10n ** BigInt(-zeros);
    if (value % divisor !== 0n) return null;
    value /= divisor;
  }
  const signed = sign === '-' ? -value : value;
  return signed < SMALLEST || signed > LARGEST ? null : signed;
}
