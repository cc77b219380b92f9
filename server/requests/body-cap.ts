/** Limit of the body of a route, for the received bytes and for the unpacked bytes. */
export type BodyCap = 'body' | 'call' | 'reload' | 'word';

/** Settings that bound bodies, in bytes. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxCallBytes: number;
  readonly maxReloadBytes: number;
}

/** Knows how large a body may be. */
export interface LimitsBodies {
  readonly configuration: BodyLimits;
}

/** Bodies that hold a word or two; they are read on the HTTP thread. */
const WORD_BYTES = 4096;

/** Bytes that the body of a route with this cap may have. */
export function capBytes(cap: BodyCap, { maxBodyBytes, maxCallBytes, maxReloadBytes }: BodyLimits): number {
  switch (cap) {
    case 'body':
      return maxBodyBytes;
    case 'call':
      return Math.min(maxBodyBytes, maxCallBytes);
    case 'reload':
      return maxReloadBytes;
    case 'word':
      return Math.min(maxBodyBytes, WORD_BYTES);
  }
}
