import type { Report } from '../diagnostics/report.ts';
import type { ArgumentSyntax, SourceText } from '../syntax.ts';
import { isIdentifier } from './names.ts';
import { meantText, problemOfText } from './text-problem.ts';

/** Moves over the text between the parentheses; the first problem is reported and ends the parse (null). */
interface Cursor {
  readonly source: SourceText;
  readonly report: Report;
  /** The arguments end here; a closing parenthesis before this is part of a phrase. */
  readonly end: number;
  position: number;
}

/** Ends a sequence of arguments; `)` means the end of all of them. */
type Closer = ')' | ']' | '}';
type TextArgument = Extract<ArgumentSyntax, { kind: 'bare' | 'quoted' }>;
type MapEntries = Extract<ArgumentSyntax, { kind: 'map' }>['entries'];

/** Lists and maps within each other; no operator takes more than a list of maps. */
const MOST_NESTED = 4;
/** Wraps a text that is not a reference, whatever it looks like. */
const LITERAL = /^literal\(/;
const LITERAL_HEAD = 'literal('.length;
/** `$const.map[`, where a key follows. */
const LOOKUP = /^\$const\.([A-Za-z_][A-Za-z0-9_-]*)\[/;
const REFERENCE = /^\$([^.]*)\.(.*)$/s;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Parses the arguments in [start, end) of the text, separated by commas; none when there is only white space. */
export function parseArguments(
  source: SourceText,
  start: number,
  end: number,
  report: Report,
): readonly ArgumentSyntax[] | null {
  const cursor = { source, report, end, position: start };
  return parseSequence(cursor, ')', () => parseArgument(cursor, ')', 0));
}

/** `item, item, …` up to the closer, which is taken. */
function parseSequence<T>(cursor: Cursor, closer: Closer, parseItem: () => T | null): readonly T[] | null {
  const items: T[] = [];
  const opener = cursor.position - 1;
  skipSpace(cursor);
  if (takeCloser(cursor, closer)) return items;
  for (;;) {
    const item = parseItem();
    if (item === null) return null;
    items.push(item);
    skipSpace(cursor);
    if (takeCloser(cursor, closer)) return items;
    if (peek(cursor) !== ',') return refuseSeparator(cursor, opener, closer);
    cursor.position++;
    skipSpace(cursor);
  }
}

function parseArgument(cursor: Cursor, closer: Closer, depth: number): ArgumentSyntax | null {
  const start = cursor.position;
  const next = peek(cursor);
  if (next === '"') return parseQuoted(cursor);
  if (LOOKUP.test(cursor.source.text.slice(start, cursor.end))) return parseLookup(cursor, depth);
  if (LITERAL.test(cursor.source.text.slice(start, Math.min(start + LITERAL_HEAD, cursor.end)))) {
    return parseLiteral(cursor, closer);
  }
  if (next !== '[' && next !== '{') return parseWord(cursor, closer);
  if (depth === MOST_NESTED) return refuse(cursor, 'expression-nesting', start, start + 1);
  cursor.position++;
  if (next === '[') {
    const items = parseSequence(cursor, ']', () => parseArgument(cursor, ']', depth + 1));
    const written = cursor.source.text.slice(start + 1, cursor.position - 1);
    if (items !== null && /^\d{1,3}(?:,\d{3})*,0\d\d(?:,\d{3})*$/.test(written)) {
      const meant = written.replaceAll(',', '');
      return refuse(cursor, 'digit-groups', start, cursor.position, { text: written, meant });
    }
    return items && { kind: 'list', items, at: spanFrom(cursor, start) };
  }
  const entries = parseSequence(cursor, '}', () => parseEntry(cursor, depth + 1));
  return entries && { kind: 'map', entries, at: spanFrom(cursor, start) };
}

/** `$const.map[key]` */
function parseLookup(cursor: Cursor, depth: number): ArgumentSyntax | null {
  const start = cursor.position;
  const [head = '', map = ''] = LOOKUP.exec(cursor.source.text.slice(start, cursor.end)) ?? [];
  if (depth === MOST_NESTED) return refuse(cursor, 'expression-nesting', start, start + 1);
  cursor.position += head.length;
  const opener = cursor.position - 1;
  skipSpace(cursor);
  const key = parseArgument(cursor, ']', depth + 1);
  if (key === null) return null;
  skipSpace(cursor);
  if (!takeCloser(cursor, ']'))
    return refuse(cursor, 'expression-unclosed', opener, opener + 1, { opener: '[' });
  return { kind: 'lookup', map, key, at: spanFrom(cursor, start) };
}

/** `key: value` of a map. */
function parseEntry(cursor: Cursor, depth: number): MapEntries[number] | null {
  const start = cursor.position;
  const key = /^[^\s,:[\]{}"]+/.exec(cursor.source.text.slice(start, cursor.end))?.[0] ?? '';
  cursor.position += key.length;
  const at = spanFrom(cursor, start);
  skipSpace(cursor);
  if (!isIdentifier(key) || peek(cursor) !== ':') return refuse(cursor, 'expression-key', start, start + 1);
  cursor.position++;
  skipSpace(cursor);
  const value = parseArgument(cursor, '}', depth);
  return value && { key: { value: key, at }, value };
}

function parseQuoted(cursor: Cursor): TextArgument | null {
  const start = cursor.position;
  let text = '';
  for (cursor.position++; peek(cursor) !== '"'; cursor.position++) {
    if (cursor.position >= cursor.end) {
      return refuse(cursor, 'expression-unclosed', start, start + 1, { opener: '"' });
    }
    const character = peek(cursor);
    if (character !== '\\') {
      text += character;
      continue;
    }
    cursor.position++;
    const escaped = ESCAPES.get(peek(cursor));
    if (escaped === undefined) {
      const at = cursor.position;
      return refuse(cursor, 'expression-escape', at - 1, at + 1, { escape: '\\' + peek(cursor) });
    }
    text += escaped;
  }
  cursor.position++;
  return { kind: 'quoted', text, at: spanFrom(cursor, start) };
}

/** `literal(text)` or `literal("text")`; the text is taken verbatim. */
function parseLiteral(cursor: Cursor, closer: Closer): TextArgument | null {
  const opener = cursor.position + LITERAL_HEAD - 1;
  cursor.position += LITERAL_HEAD;
  skipSpace(cursor);
  const isQuoted = peek(cursor) === '"';
  const inside = isQuoted ? parseQuoted(cursor) : parseLiteralText(cursor, closer);
  if (inside === null) return null;
  skipSpace(cursor);
  if (peek(cursor) !== ')') return refuse(cursor, 'expression-unclosed', opener, opener + 1, { opener: '(' });
  cursor.position++;
  return { ...inside, isLiteral: true };
}

/** Up to the parenthesis that closes `literal(`. */
function parseLiteralText(cursor: Cursor, closer: Closer): TextArgument {
  const start = cursor.position;
  const end = closingParenthesis(cursor, start, endOfWord(cursor, closer)) ?? start;
  const text = cursor.source.text.slice(start, end).trimEnd();
  cursor.position = start + text.length;
  return { kind: 'bare', text, at: spanFrom(cursor, start) };
}

/** The first closing parenthesis in [start, end) without an opening one before it; null if there is none. */
function closingParenthesis({ source }: Cursor, start: number, end: number): number | null {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const character = source.text[at];
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return at;
  }
  return null;
}

/** The next comma or closer, from the cursor on. */
function endOfWord(cursor: Cursor, closer: Closer): number {
  const { text } = cursor.source;
  let end = cursor.position;
  while (end < cursor.end && text[end] !== ',' && (closer === ')' || text[end] !== closer)) end++;
  return end;
}

/** A bare word or phrase, a reference or a variable: all up to the next comma or closer. */
function parseWord(cursor: Cursor, closer: Closer): ArgumentSyntax | null {
  const start = cursor.position;
  cursor.position = endOfWord(cursor, closer);
  const closed = closingParenthesis(cursor, start, cursor.position);
  if (closed !== null) return refuseBehind(cursor, closed);
  const text = cursor.source.text.slice(start, cursor.position).trimEnd();
  const end = start + text.length;
  if (text === '') return refuse(cursor, 'expression-argument-missing', start, start);
  const at = cursor.source.spanOf(start, end);
  if (/^\$[A-Za-z_]/.test(text)) {
    const [, alias = '', slot = ''] = REFERENCE.exec(text) ?? [];
    if (isIdentifier(alias) && isIdentifier(slot)) return { kind: 'reference', alias, slot, at };
    return refuse(cursor, 'expression-reference', start, end, { text });
  }
  if (/^\$?\?[A-Za-z_]/.test(text)) {
    const name = text.replace(/^\$?\?/, '');
    if (isIdentifier(name)) return { kind: 'variable', name, at };
    return refuse(cursor, 'expression-variable', start, end, { text });
  }
  const problem = problemOfText(text);
  if (problem !== null) return refuse(cursor, problem, start, end, { text, meant: meantText(problem, text) });
  return { kind: 'bare', text, at };
}

/** The character at the cursor; empty at the end. */
function peek(cursor: Cursor): string {
  return cursor.position < cursor.end ? cursor.source.text.charAt(cursor.position) : '';
}

function skipSpace(cursor: Cursor): void {
  while (/\s/.test(peek(cursor))) cursor.position++;
}

function takeCloser(cursor: Cursor, closer: Closer): boolean {
  if (closer === ')') return cursor.position >= cursor.end;
  if (peek(cursor) !== closer) return false;
  cursor.position++;
  return true;
}

function spanFrom(cursor: Cursor, start: number): SourceText['at'] {
  return cursor.source.spanOf(start, cursor.position);
}

function refuseSeparator(cursor: Cursor, opener: number, closer: Closer): null {
  const at = cursor.position;
  if (peek(cursor) === ')') return refuseBehind(cursor, at);
  if (at < cursor.end)
    return refuse(cursor, 'expression-separator', at, at + 1, { closer, found: peek(cursor) });
  const character = cursor.source.text.charAt(opener);
  return refuse(cursor, 'expression-unclosed', opener, opener + 1, { opener: character });
}

/** Text that follows the parenthesis that closes the call. */
function refuseBehind(cursor: Cursor, closed: number): null {
  const { text } = cursor.source;
  const behind = text.slice(closed + 1).trim();
  const start = text.indexOf(behind, closed + 1);
  return refuse(cursor, 'expression-behind', start, text.trimEnd().length, { text: behind });
}

function refuse(
  cursor: Cursor,
  code: Parameters<Report['add']>[0],
  start: number,
  end: number,
  parameters: Readonly<Record<string, string>> = {},
): null {
  cursor.report.add(code, cursor.source.spanOf(start, Math.min(end, cursor.source.text.length)), parameters);
  return null;
}
