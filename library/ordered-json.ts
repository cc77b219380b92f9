import { KEYS } from '../runtime/values/keys.ts';
import { parseScanned } from './json.ts';
import { scanJson, type JsonScan } from './scan-json.ts';

/**
 * Matches a key that JavaScript would move to the front of its object, or that looks like a marked key, with the text before
 * it. In valid JSON, a quote after `{` or `,` followed by such a text and a colon opens a key and is not part of a string.
 */
const MOVED_KEY = /([{,][ \t\r\n]*")(?=(?:\d|\\u003\d)+"[ \t\r\n]*:|\\u0000(?:[^"\\]|\\.)*"[ \t\r\n]*:)/g;
const MARK = '\u0000';
const WRITTEN_MARK = '\\u0000';
/** Maximum depth of every document reader. */
const DEEPEST = 1000;

function movesKeys(text: string, scan: JsonScan): boolean {
  if (!scan.movableKeys) return false;
  MOVED_KEY.lastIndex = 0;
  return MOVED_KEY.test(text);
}

function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning to `__proto__` would change the prototype and make no member.
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}

/** The same value with its marked keys as they were written, and their order kept beside them. */
function restore(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) throw new SyntaxError('JSON is nested too deeply');
  if (Array.isArray(value)) return value.map((item) => restore(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const keys = Object.keys(value);
  const restored: Record<string, unknown> = {};
  const names = keys.map((key) => (key.startsWith(MARK) ? key.slice(MARK.length) : key));
  for (const [i, key] of keys.entries()) {
    setOwn(restored, names[i]!, restore((value as Record<string, unknown>)[key], depth + 1));
  }
  if (keys.some((key) => key.startsWith(MARK))) Object.defineProperty(restored, KEYS, { value: names });
  return restored;
}

/**
 * Parses a JSON text as parseJson does, and keeps the order of keys that look like integers, which JavaScript moves to
 * the front: facts that `input:` makes of a document come in the order of its text. Throws SyntaxError.
 */
export function parseDocument(text: string): unknown {
  const scan = scanJson(text);
  const parsed = parseScanned(text, scan.exactNumbers);
  return movesKeys(text, scan) ? marked(text, scan) : parsed;
}

/** Parsed value of a text, with the order of its keys. */
export function inOrder<T>(text: string, parsed: T): T {
  const scan = scanJson(text);
  return movesKeys(text, scan) ? (marked(text, scan) as T) : parsed;
}

/** The value of a text whose movable keys are parsed under a mark that keeps them in place. */
function marked(text: string, { exactNumbers }: JsonScan): unknown {
  return restore(parseScanned(text.replace(MOVED_KEY, `$1${WRITTEN_MARK}`), exactNumbers), 0);
}
