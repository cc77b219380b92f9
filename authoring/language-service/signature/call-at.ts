import { nextToken } from '../../../compiler/language/expression/tokens.ts';
import { VERBATIM } from '../../../compiler/read/verbatim.ts';
import { cursorAt, type Cursor } from '../completion/cursor.ts';
import { languageAt, type TextLanguage } from '../trees/texts.ts';

/** A call whose arguments a cursor is among. The text behind the cursor is not read. */
export interface CallAt {
  readonly name: string;
  /** The subject is before a dot. */
  readonly isMethod: boolean;
  /** `(name …)`. */
  readonly isClips: boolean;
  /** Index of the argument at the cursor. */
  readonly argument: number;
  /** The argument up to the cursor. */
  readonly written: string;
  /** The keys above. */
  readonly path: readonly string[];
}

/** The innermost call around a place, by the text before it; null if there is none. */
export function callAt(text: string, offset: number): CallAt | null {
  const { cursor, value } = valueBefore(text, offset);
  const path = [...cursor.path, ...(cursor.key === null ? [] : [cursor.key])];
  const language = languageAt(path);
  if (language === 'plain' || language === 'type') return null;
  const own = unquoted(value);
  if (language === 'clips' || (language === 'value' && /^\s*\(/.test(own))) return clipsCall(own, path);
  if (language === 'short' || language === 'operator' || language === 'cell')
    return infixCall(own, path, language);
  const place = /\{([^{}]*)$/.exec(own)?.[1];
  return place === undefined ? null : infixCall(place, path, language);
}

/** A line that begins a key or an item of a list. */
const BEGINS = /^\s*(?:-(?:\s|$)|(?:"[^"]*"|'[^']*'|[^\s"'#{}[\],][^:#{}[\]"']*)\s*:(?:\s|$))/;
const MOST_LINES = 50;

/** The value around a cursor up to it. It can begin on a line above. */
function valueBefore(text: string, offset: number): { readonly cursor: Cursor; readonly value: string } {
  const startOf = (at: number): number => text.lastIndexOf('\n', at - 1) + 1;
  const own = startOf(offset);
  let first = own;
  for (let count = 0; first > 0 && count < MOST_LINES; count++) {
    if (BEGINS.test(text.slice(first, text.indexOf('\n', first) + 1 || text.length))) break;
    first = startOf(first - 1);
  }
  if (first === own) {
    const cursor = cursorAt(text, offset);
    return { cursor, value: cursor.before };
  }
  const end = text.indexOf('\n', first);
  const cursor = cursorAt(text, end);
  return { cursor, value: cursor.before + text.slice(end, offset) };
}

/** A value without the quote that begins it and the escapes of its style. */
function unquoted(value: string): string {
  const text = value.trimStart();
  if (text.startsWith('"')) return text.slice(1).replace(/\\(.)/g, '$1');
  return text.startsWith("'") ? text.slice(1).replaceAll("''", "'") : value;
}

interface Open {
  /** `null` for brackets that are not those of a call. */
  readonly name: string | null;
  readonly isMethod: boolean;
  count: number;
  start: number;
}

function infixCall(value: string, path: readonly string[], language: TextLanguage): CallAt | null {
  const open: Open[] = [];
  let quote = '';
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (quote !== '') {
      if (character === '\\' && quote !== '`') i++;
      else if (character === quote) quote = '';
    } else if (/["'`]/.test(character)) quote = character;
    else if (character === '(' || character === '[') {
      const [, dot, name] =
        character === '(' ? (/(\.?)\b([A-Za-z_][\w-]*)$/.exec(value.slice(0, i)) ?? []) : [];
      open.push({ name: name ?? null, isMethod: dot === '.', count: 0, start: i + 1 });
    } else if (character === ')' || character === ']') open.pop();
    else if (character === ',') {
      const top = open.at(-1);
      if (top !== undefined) Object.assign(top, { count: top.count + 1, start: i + 1 });
    }
  }
  const call = open.findLast(({ name }) => name !== null && !(language !== 'operator' && isWord(name)));
  if (call === undefined || call.name === null) return null;
  const { name, isMethod, count, start } = call;
  const argument = VERBATIM.has(name) ? 0 : count;
  return { name, isMethod, isClips: false, argument, written: value.slice(start), path };
}

/** Words of the infix form, of which `in` and `not` are operators of the long one. */
const isWord = (name: string): boolean => ['and', 'or', 'not', 'in'].includes(name);

function clipsCall(value: string, path: readonly string[]): CallAt | null {
  const open: { name: string | null; count: number; start: number }[] = [];
  for (let at = 0; ;) {
    const token = nextToken(value, at);
    if (token.kind === 'end' || token.end <= at) break;
    at = token.end;
    const top = open.at(-1);
    if (token.kind === 'close') open.pop();
    else if (token.kind === 'open') {
      if (top !== undefined) top.count++;
      open.push({ name: null, count: 0, start: token.end });
    } else if (top !== undefined) {
      if (top.name === null && token.kind === 'symbol') top.name = token.text;
      else Object.assign(top, { count: top.count + 1, start: token.start });
    }
  }
  const call = open.findLast(({ name }) => name !== null);
  if (call === undefined || call.name === null) return null;
  const isBehind = /\s$/.test(value);
  const argument = Math.max(0, isBehind ? call.count : call.count - 1);
  return {
    name: call.name,
    isMethod: false,
    isClips: true,
    argument,
    written: isBehind ? '' : value.slice(call.start),
    path,
  };
}
