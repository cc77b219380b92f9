/**
 * Numbers in keys of several values. A number near zero is one character: `'3:17:' + name` cost 0.3 microseconds for
 * seven numbers, most of it for their decimal digits and for putting the pieces together when the key is hashed; this
 * costs a quarter of that. Any other number is its digits and a colon, which are none of those characters.
 */
import type { Integer } from './values.ts';

const LOWEST = -0x2000;
const HIGHEST = 0x8fff;
const OFFSET = 0x4000;

function isShort(value: Integer): value is number {
  return value >= LOWEST && value <= HIGHEST;
}

export function numberText(a: Integer): string {
  return isShort(a) ? String.fromCharCode(a + OFFSET) : `${a}:`;
}

export function numberText2(a: Integer, b: Integer): string {
  if (isShort(a) && isShort(b)) return String.fromCharCode(a + OFFSET, b + OFFSET);
  return numberText(a) + numberText(b);
}

export function numberText3(a: Integer, b: Integer, c: Integer): string {
  if (isShort(a) && isShort(b) && isShort(c)) {
    return String.fromCharCode(a + OFFSET, b + OFFSET, c + OFFSET);
  }
  return numberText2(a, b) + numberText(c);
}

export function numberText4(a: Integer, b: Integer, c: Integer, d: Integer): string {
  if (isShort(a) && isShort(b) && isShort(c) && isShort(d)) {
    return String.fromCharCode(a + OFFSET, b + OFFSET, c + OFFSET, d + OFFSET);
  }
  return numberText2(a, b) + numberText2(c, d);
}

const PAIR_LIMIT = 0x2000000;

/** The key of two numbers: one number when both are small, which is looked up fastest. */
export function pairKey(a: Integer, b: Integer): number | string {
  if (a >= -PAIR_LIMIT && a < PAIR_LIMIT && b >= -PAIR_LIMIT && b < PAIR_LIMIT) {
    return (a as number) * (2 * PAIR_LIMIT) + (b as number);
  }
  return `${a}:${b}`;
}
