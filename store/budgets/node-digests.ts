import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { LedgerDigests } from './digests.ts';

const KEY_BYTES = 32;

/** Digests of a ledger that is kept. */
export const NODE_DIGESTS: LedgerDigests = {
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  mask: (key, text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex'),
  newKey: () => randomBytes(KEY_BYTES).toString('hex'),
};

/** For a ledger without records of its own, in a database. */
export const BY_NODE = { digests: NODE_DIGESTS };
