/** FLOAT functions that are more than one JavaScript operator. */
import { divisionByZero } from '../functions/failure.ts';

/** `/`: always FLOAT; the divisor must not be zero. */
export function floatDivide(a: number, b: number): number {
  if (b === 0) throw divisionByZero('/');
  return a / b;
}

/** `mod` of numbers that are not both INTEGER: the remainder as CLIPS computes it, sign of the dividend. */
export function floatModulo(a: number, b: number): number {
  if (b === 0) throw divisionByZero('mod');
  return a - Math.trunc(a / b) * b;
}

/** `abs`: negative zero stays as it is. */
export function floatAbsolute(a: number): number {
  return a < 0 ? -a : a;
}

/** `max` of two: the first unless the second is greater. */
export function floatMaximum(a: number, b: number): number {
  return a < b ? b : a;
}

/** `min` of two: the first unless the second is less. */
export function floatMinimum(a: number, b: number): number {
  return a > b ? b : a;
}

const DIGITS = 15;
/** From here on, up to `ROUND_FROM`, both C and JavaScript write a number without an exponent. */
const PLAIN_FROM = 1e-4;
const ROUND_FROM = 1e15;
/** As many digits after the point as JavaScript gives: enough to see an exact tie, which has few digits. */
const MOST_DIGITS = 100;
const TIE = /^50*e/;

/** How CLIPS writes a FLOAT: `%.15g` of C, and `.0` where that looks like an INTEGER. */
export function floatText(value: number): string {
  // Intel processors return a negative not-a-number for an invalid operation.
  if (Number.isNaN(value)) return '-nan.0';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  if (size === Infinity) return sign + 'inf.0';
  if (size === 0) return sign + '0.0';
  if (size >= PLAIN_FROM && size < ROUND_FROM) {
    // The shortest text that reads as this number: with 15 digits or fewer it is what rounding to 15 gives.
    const shortest = String(size);
    if (shortest.length <= DIGITS) return sign + (shortest.includes('.') ? shortest : `${shortest}.0`);
  }
  const [mantissa = '', power = '0'] = roundedDigits(size).split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= DIGITS) {
    const fraction = digits.length > 1 ? '.' + digits.slice(1) : '';
    const tail = String(Math.abs(exponent)).padStart(2, '0');
    return sign + digits.slice(0, 1) + fraction + 'e' + (exponent < 0 ? '-' : '+') + tail;
  }
  if (exponent < 0) return sign + '0.' + '0'.repeat(-exponent - 1) + digits;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return sign + whole + '.' + (digits.slice(exponent + 1) || '0');
}

/** The number with 15 digits as `d.dd…e±x`. C rounds an exact tie to even, JavaScript up. */
function roundedDigits(size: number): string {
  const rounded = size.toExponential(DIGITS - 1);
  if (!size.toExponential(DIGITS).includes('5e')) return rounded;
  const exact = size.toExponential(MOST_DIGITS);
  const even = Number(exact[DIGITS]) % 2 === 0;
  if (!even || !TIE.test(exact.slice(DIGITS + 1))) return rounded;
  return exact.slice(0, DIGITS + 1) + exact.slice(exact.indexOf('e'));
}
