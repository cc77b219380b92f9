/**
 * Records as readers of the service see them. INVARIANT: no keyed hash leaves the log, since a reader who can have one made of
 * values of their choice finds those in it by trying; and neither does a hash of a body that may hold secrets.
 */
import { writeJson } from '../../library/json.ts';
import { parseDocument } from '../../library/ordered-json.ts';

type Values = Readonly<Record<string, unknown>>;

/** In place of a value that the log masks. */
const MASKED = { $masked: true } as const;
/** Lines without these have nothing to hide. */
const SUSPECT = /"\$hmac"|"hmac-sha256:|"sealed":|"masked":true|"kind":"error"/;
const KEYED = /^hmac-sha256:/;
/** Members that hold a hash over values. */
const HASHES: ReadonlySet<string> = new Set(['input_hash', 'memory_hash', 'derived_hash']);
const SEALED = 'sealed';

/** JSON text of a record for readers: the line itself if nothing in it is masked. `null` for a line that is not a record. */
export function shownRecord(line: string): string | null {
  if (!SUSPECT.test(line)) return line;
  try {
    return writeJson(shown(parseDocument(line) as Values));
  } catch {
    return null;
  }
}

function shown(record: Values): Values {
  const isUnread = record['ruleset_hash'] === undefined;
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    if (name === SEALED) return [];
    if (!HASHES.has(name)) return [[name, hidden(value)]];
    const isHidden = isUnread || typeof value !== 'string' || KEYED.test(value);
    return [[name, isHidden ? MASKED : value]];
  });
  return Object.fromEntries(entries);
}

/** The same value with a mark in place of all that the log masks. */
function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  if (Object.hasOwn(value, '$hmac')) return MASKED;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hidden(item)]));
}
