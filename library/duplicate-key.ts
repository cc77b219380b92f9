/** Keys that an object of a JSON text has twice. Programs differ in which of the two values they take. */

const QUOTE = '"';
const BACKSLASH = '\\';

/** Returns a key that an object has twice, however its letters are escaped; null if there is none. INVARIANT: valid JSON. */
export function duplicateKey(text: string): string | null {
  /** The keys of each open object; null for an open list. */
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case QUOTE: {
        const start = i++;
        while (text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
        const keys = open.at(-1);
        if (!expectsKey || keys === null || keys === undefined) break;
        const key = readKey(text.slice(start, i + 1));
        if (keys.has(key)) return key;
        keys.add(key);
        expectsKey = false;
        break;
      }
      case '{':
        open.push(new Set());
        expectsKey = true;
        break;
      case '[':
        open.push(null);
        expectsKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        expectsKey = false;
        break;
      case ',':
        expectsKey = open.at(-1) !== null;
        break;
      default:
    }
  }
  return null;
}

function readKey(literal: string): string {
  return literal.includes(BACKSLASH) ? String(JSON.parse(literal)) : literal.slice(1, -1);
}
