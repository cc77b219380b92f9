import type { Literal } from '../../ruleset.ts';

const INTEGER = /^[+-]?\d+$/;
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** The literal of a number as CLIPS writes it; null when it does not fit into 64 bits or is infinite. */
export function readNumber(text: string): Literal | null {
  if (!INTEGER.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? { type: 'FLOAT', value } : null;
  }
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (value < LEAST || value > GREATEST) return null;
  const small = Number(value);
  return { type: 'INTEGER', value: Number.isSafeInteger(small) ? small : value };
}
