import { createHash } from 'node:crypto';

const MAGIC = 'ferrule-cache';
const LINE_FEED = 0x0a;

function digest(key: string, body: Uint8Array): string {
  // The key is hashed with the body, so that an entry under another's name is none.
  return createHash('sha256').update(`${key}\n`).update(body).digest('hex');
}

/** An entry: a line with its own hash, then what is kept, bytes as they are and anything else as JSON. */
export function writeEntry(key: string, value: object): Uint8Array {
  const body = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value));
  return Buffer.concat([Buffer.from(`${MAGIC} ${digest(key, body)}\n`), body]);
}

/**
 * Returns the content of an entry as written; null if it is damaged or belongs to another key. The key must imply the type,
 * because the hash proves only that writeEntry wrote it.
 */
export function readEntry(key: string, entry: Buffer): Buffer | null {
  const end = entry.indexOf(LINE_FEED);
  const body = entry.subarray(end + 1);
  if (end === -1 || entry.toString('latin1', 0, end) !== `${MAGIC} ${digest(key, body)}`) return null;
  return body;
}
