import { sha256Hex } from '../../compiler/read/sha256.ts';

/** Digests that a ledger makes of keys. */
export interface LedgerDigests {
  /** SHA-256 of a text, in hex. */
  readonly hash: (text: string) => string;
  /** Masks a text with a key of `newKey`. */
  readonly mask: (key: string, text: string) => string;
  readonly newKey: () => string;
}

/** Digests of a ledger in memory: they need no Node, and what they mask ends with the process. */
export const MEMORY_DIGESTS: LedgerDigests = {
  hash: (text) => sha256Hex([text]),
  mask: (key, text) => sha256Hex([key, text]),
  newKey: () => crypto.randomUUID(),
};
