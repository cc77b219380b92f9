import { createHash } from 'node:crypto';

const MAGIC = 'ferrule-cache';

function digest(key: string, body: string): string {
  // The key is hashed with the body, so that an entry under another's name is none.
  return createHash('sha256').update(`${key}\n${body}`).digest('hex');
}

/** The text of an entry: a line with its own hash, then what is kept as JSON. */
export function writeEntry(key: string, value: object): string {
  const body = JSON.stringify(value);
  return `${MAGIC} ${digest(key, body)}\n${body}`;
}

/**
 * What an entry keeps; null when it is not whole, or is the entry of another key. Of what type it is the key must say: its
 * hash tells no more than that writeEntry wrote it.
 */
export function readEntry<T extends object>(key: string, text: string): T | null {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== `${MAGIC} ${digest(key, body)}`) return null;
  return JSON.parse(body) as T;
}
