/**
 * Numbers in keys of several values. A number near zero is one character: `'3:17:' + name` cost 0.3 microseconds for
 * seven numbers, most of it for their decimal digits and for putting the pieces together when the key is hashed; this
 * costs a quarter of that. Any other number is its digits and a colon, which are none of those characters.
 */
import { FloatValue, SymbolValue, type Integer, type Multifield } from '../values/values.ts';

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

/** Within these limits a pair is an integer of 31 bits, which a Map finds fastest. */
const SMALL = 0x4000;
const LARGE = 0x2000000;
/** Distinguishes pairs of larger numbers from those of small ones, which are whole. */
const APART = 0.5;

/** The key of two numbers: one number when both are small. */
export function pairKey(a: Integer, b: Integer): number | string {
  if (a >= -SMALL && a < SMALL && b >= -SMALL && b < SMALL)
    return (a as number) * (2 * SMALL) + (b as number);
  if (a >= -LARGE && a < LARGE && b >= -LARGE && b < LARGE) {
    return (a as number) * (2 * LARGE) + (b as number) + APART;
  }
  return `${a}:${b}`;
}

/** A text that two lists have in common exactly when their items are equal by type and value, in the same order. */
export function listKey(list: Multifield): string {
  let key = '';
  for (const item of list) {
    if (typeof item === 'string') key += `s${item.length}:${item}`;
    else if (item instanceof SymbolValue) key += `y${item.name.length}:${item.name}`;
    else if (item instanceof FloatValue) key += `f${Object.is(item.value, -0) ? '-0' : item.value}:`;
    else key += `${item as Integer}:`;
  }
  return key;
}
