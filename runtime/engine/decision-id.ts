import { IDS_POOLED } from './thresholds.ts';

/** Fills bytes with randomness; `crypto.getRandomValues` unless an option says otherwise. */
export type RandomBytes = (bytes: Uint8Array) => unknown;

const RANDOM_BYTES = 10;
const LARGEST_TIME = 2 ** 48 - 1;

const DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16));
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Makes an identifier for a time in milliseconds. */
export type IdMaker = (milliseconds: number) => string;

/** Makes identifiers from the system's randomness. */
export const makeDecisionId: IdMaker = createIdMaker((bytes) =>
  crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>),
);

/**
 * Makes UUIDs of version 7 (RFC 9562, 5.7): 48 bits of the time in milliseconds since the epoch, then 74 random bits.
 * Two of the same millisecond are in no order.
 */
export function createIdMaker(random: RandomBytes): IdMaker {
  const pool = new Uint8Array(RANDOM_BYTES * IDS_POOLED);
  let at = pool.length;
  /** Identifiers come many in a millisecond: what they begin with is written once. */
  let stamped = -1;
  let stamp = '';
  return (milliseconds) => {
    if (at === pool.length) {
      random(pool);
      at = 0;
    }
    const time = Math.min(Math.max(0, Math.floor(milliseconds)), LARGEST_TIME);
    if (time !== stamped) {
      const digits = time.toString(16).padStart(12, '0');
      stamp = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
      stamped = time;
    }
    const from = at;
    at += RANDOM_BYTES;
    const hex = (offset: number): string => HEX[pool[from + offset]!]!;
    return (
      `${stamp}${DIGITS[pool[from]! >> 4]}${hex(1)}-${HEX[0x80 | (pool[from + 2]! & 0x3f)]}${hex(3)}-` +
      `${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`
    );
  };
}
