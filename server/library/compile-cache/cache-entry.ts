import { createHash } from 'node:crypto';

/** What is kept of a compilation. */
export interface CachedCompilation {
  /** Name of the ruleset. */
  readonly name: string;
  /** Of the sources, as the compiler gives it. */
  readonly hash: string;
  /** The matcher module as the loader takes it. */
  readonly javascript: string;
  /** What the compiler warned of, one line each. */
  readonly warnings: readonly string[];
}

const MAGIC = 'ferrule-cache';

function digest(key: string, body: string): string {
  // The key is hashed with the body, so that an entry under another's name is none.
  return createHash('sha256').update(`${key}\n${body}`).digest('hex');
}

/** The text of an entry: a line with its own hash, then what is kept as JSON. */
export function writeEntry(key: string, { name, hash, javascript, warnings }: CachedCompilation): string {
  const body = JSON.stringify({ name, hash, javascript, warnings });
  return `${MAGIC} ${digest(key, body)}\n${body}`;
}

/** What an entry keeps; null when it is not whole, or is the entry of another key. */
export function readEntry(key: string, text: string): CachedCompilation | null {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== `${MAGIC} ${digest(key, body)}`) return null;
  // Its hash says that this text was written by writeEntry.
  return JSON.parse(body) as CachedCompilation;
}
