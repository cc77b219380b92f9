import { IDS_POOLED } from './thresholds.ts';

/** Fills bytes with randomness; `crypto.getRandomValues` unless an option says otherwise. */
export type RandomBytes = (bytes: Uint8Array) => unknown;

const RANDOM_BYTES = 10;
const LARGEST_TIME = 2 ** 48 - 1;

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
  return (milliseconds) => {
    if (at === pool.length) {
      random(pool);
      at = 0;
    }
    const time = Math.min(Math.max(0, Math.floor(milliseconds)), LARGEST_TIME);
    const stamp = time.toString(16).padStart(12, '0');
    const hex = (offset: number): string => HEX[pool[at + offset]!]!;
    const id =
      `${stamp.slice(0, 8)}-${stamp.slice(8)}` +
      `-7${hex(0).charAt(0)}${hex(1)}-${HEX[0x80 | (pool[at + 2]! & 0x3f)]}${hex(3)}` +
      `-${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`;
    at += RANDOM_BYTES;
    return id;
  };
}
