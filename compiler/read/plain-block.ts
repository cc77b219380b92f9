/**
 * Elements of lists in the block style that need no parser: maps and lists by their indentation, and values on one line.
 * Anything else, and anything whose bounds depend on more than its own lines, is not read.
 */
import type { Built } from './anchors.ts';
import { afterSpaces, readKey, readLine, type PlainKey, type PlainValue } from './plain-line.ts';
import { MOST_LEVELS, type PlainReading } from './plain-reading.ts';
import { matchAt } from './plain-scalar.ts';
import type { YamlEntry, YamlNode } from './yaml-node.ts';

/** The next line that says something, or the end of the text. */
interface Line {
  readonly start: number;
  /** -1 at the end. */
  readonly indent: number;
  /** Indentation of the deepest comment before it; -1 without one. */
  readonly commentIndent: number;
}

/** A value, where its last line ends, and the line after it. */
interface Block extends Built {
  /** End of its content, without a trailing comment. */
  readonly written: number;
  /** Behind the line break. */
  readonly end: number;
  readonly next: Line;
}

interface PlainElement extends Built {
  readonly start: number;
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
}

const DASH = /- +(?=\S)/y;
const LINE_END = / *(?: #[^\n]*)?(?:\n|$)/y;
/** More could be too much for an expression that is matched with it. */
const MOST_COLUMNS = 10_000;

/** The element whose dash is at the position, `indent` columns from the start of its line; null if it is not plain. */
export function readElement(reading: PlainReading, position: number, indent: number): PlainElement | null {
  const dash = matchAt(DASH, reading.text, position)?.[0].length;
  if (dash === undefined || !isShort(reading.text, position)) return null;
  reading.tokens += 5;
  const start = position + dash;
  const block = readContent(reading, start, indent + dash, 0);
  // Lines indented more than the dash are part of the element.
  if (block === null || !endsAt(block.next, indent)) return null;
  const { node, size, depth, written, next } = block;
  return { node, size, depth, start, end: written, next: next.start };
}

/** Reads the value after a dash, `column` columns from the start of its line. */
function readContent(reading: PlainReading, start: number, column: number, level: number): Block | null {
  const key = readKey(reading, start);
  if (key !== null) return readMap(reading, key, column, level + 1);
  if (matchAt(DASH, reading.text, start) !== null) return readList(reading, start, column, level + 1);
  return toLineEnd(reading, readLine(reading, start, level, false));
}

function readMap(reading: PlainReading, first: PlainKey, column: number, level: number): Block | null {
  if (level > MOST_LEVELS) return null;
  const entries = new Map<string, YamlEntry>();
  let size = 1;
  let depth = 0;
  let key: PlainKey | null = first;
  for (;;) {
    if (key === null || entries.has(key.entry.value)) return null;
    const value = readValue(reading, key, column, level);
    if (value === null) return null;
    entries.set(key.entry.value, { key: key.entry, value: value.node });
    size += value.size;
    depth = Math.max(depth, value.depth);
    const { next, written, end } = value;
    if (next.indent !== column) {
      if (!endsAt(next, column - 1)) return null;
      const at = reading.span(first.entry.at.start, end);
      return { node: { kind: 'map', entries, at }, size, depth: depth + 1, written, end, next };
    }
    key = readKey(reading, next.start + column);
  }
}

function readValue(reading: PlainReading, key: PlainKey, column: number, level: number): Block | null {
  const { text } = reading;
  const lineEnd = matchAt(LINE_END, text, key.end);
  if (lineEnd === null) {
    return toLineEnd(reading, readLine(reading, afterSpaces(text, key.end), level, false));
  }
  const line = nextLine(reading, key.end + lineEnd[0].length);
  if (line === null || line.indent < column) return null;
  const start = line.start + line.indent;
  if (text[start] === '-') return readList(reading, start, line.indent, level + 1);
  const inner = line.indent === column ? null : readKey(reading, start);
  return inner && readMap(reading, inner, line.indent, level + 1);
}

function readList(reading: PlainReading, start: number, column: number, level: number): Block | null {
  if (level > MOST_LEVELS) return null;
  const items: YamlNode[] = [];
  let size = 1;
  let depth = 0;
  let position = start;
  for (;;) {
    const dash = matchAt(DASH, reading.text, position)?.[0].length;
    if (dash === undefined) return null;
    reading.tokens += 5;
    const item = readContent(reading, position + dash, column + dash, level);
    if (item === null) return null;
    items.push(item.node);
    size += item.size;
    depth = Math.max(depth, item.depth);
    const { next, written, end } = item;
    position = next.start + column;
    if (next.indent !== column || reading.text[position] !== '-') {
      // The map around a list may be indented as its dashes are.
      if (!endsAt(next, column)) return null;
      const at = reading.span(start, end);
      return { node: { kind: 'list', items, at }, size, depth: depth + 1, written, end, next };
    }
  }
}

/** A comment that is indented more than the line after it counts towards what ends before it, or not, by rules of its own. */
function endsAt({ indent, commentIndent }: Line, column: number): boolean {
  return indent <= column && commentIndent <= Math.max(indent, 0);
}

/** Only a comment may follow a value. */
function toLineEnd(reading: PlainReading, value: PlainValue | null): Block | null {
  const lineEnd = value && matchAt(LINE_END, reading.text, value.end);
  if (value === null || lineEnd === null) return null;
  const { node, size, depth, end: written } = value;
  const end = written + lineEnd[0].length;
  const next = nextLine(reading, end);
  return next && { node, size, depth, written, end, next };
}

/** Skips empty lines and comments. `null` if the line is longer than what is read here. */
function nextLine(reading: PlainReading, from: number): Line | null {
  const { text } = reading;
  let commentIndent = -1;
  let start = from;
  while (start < text.length) {
    let position = start;
    while (text[position] === ' ') position++;
    const first = text[position];
    if (first !== '\n' && first !== '#' && first !== undefined) {
      return isShort(text, position) ? { start, indent: position - start, commentIndent } : null;
    }
    if (first === '#') commentIndent = Math.max(commentIndent, position - start);
    reading.tokens += 3;
    const end = text.indexOf('\n', position);
    start = end === -1 ? text.length : end + 1;
  }
  return { start, indent: -1, commentIndent };
}

function isShort(text: string, position: number): boolean {
  const end = text.indexOf('\n', position);
  return (end === -1 ? text.length : end) - position <= MOST_COLUMNS;
}
