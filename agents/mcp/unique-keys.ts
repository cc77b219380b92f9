/** Keys that a JSON text repeats: readers disagree on which one counts. */
const QUOTE = 0x22;
const SPACE = /[ \t\r\n]/;
const BACKSLASH = 0x5c;
const DEEPEST = 256;

/**
 * Reports what makes a valid JSON text ambiguous: a key that an object has twice, or nesting that not every reader can
 * follow. Null if there is nothing.
 */
export function textProblem(text: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(text, i);
      if (isKey(text, end)) {
        const key = JSON.parse(text.slice(i, end)) as string;
        const keys = open.at(-1);
        if (keys?.has(key) === true) return `the key ${JSON.stringify(key)} is repeated`;
        keys?.add(key);
      }
      i = end - 1;
    }
    if (open.length > DEEPEST) return `nested more than ${DEEPEST} levels deep`;
  }
  return null;
}

/** The place behind the closing quote. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i + 1;
}

function isKey(text: string, end: number): boolean {
  let i = end;
  while (SPACE.test(text[i] ?? '')) i++;
  return text[i] === ':';
}
