/** Values on one line: a scalar, or a list or map in brackets. */
import type { Built } from './anchors.ts';
import { MOST_LEVELS, type PlainReading } from './plain-reading.ts';
import { matchAt, plainScalar } from './plain-scalar.ts';
import type { YamlEntry, YamlNode } from './yaml-node.ts';

/** A key in the block style and in brackets; what is behind its colon is left. */
const KEY = /([A-Za-z_$][\w$.-]*):(?= |\n|$)/y;
const SPACES = / */y;

export interface PlainKey {
  readonly entry: YamlEntry['key'];
  /** Behind its colon. */
  readonly end: number;
}

/** The value read and its end, where reading continues. */
export interface PlainValue extends Built {
  readonly end: number;
}

/** The key at the position; `null` is none, and long ones are judged by the parser. */
export function readKey(reading: PlainReading, position: number): PlainKey | null {
  const value = matchAt(KEY, reading.text, position)?.[1];
  if (value === undefined || value.length > 100 || /^null$/i.test(value)) return null;
  reading.tokens += 5;
  const end = position + value.length;
  return { entry: { value, at: reading.span(position, end) }, end: end + 1 };
}

/** `level` collections enclose the value within what is read. */
export function readLine(
  reading: PlainReading,
  position: number,
  level: number,
  isInBrackets: boolean,
): PlainValue | null {
  const first = reading.text[position];
  if (first === '[') return readItems(reading, position, level + 1);
  if (first === '{') return readEntries(reading, position, level + 1);
  const found = plainScalar(reading.text, position, isInBrackets);
  if (found === null || found.scalar.text.length > reading.textLength) return null;
  reading.tokens += 5;
  const { scalar, style, length } = found;
  const end = position + length;
  const node: YamlNode = { kind: 'scalar', scalar, style, at: reading.span(position, end) };
  return { node, size: 1, depth: 0, end };
}

function readItems(reading: PlainReading, start: number, level: number): PlainValue | null {
  const items: YamlNode[] = [];
  const inside = readBetween(reading, start, level, ']', (position) => {
    const item = readLine(reading, position, level, true);
    if (item !== null) items.push(item.node);
    return item;
  });
  return inside && { ...inside, node: { kind: 'list', items, at: reading.span(start, inside.end) } };
}

function readEntries(reading: PlainReading, start: number, level: number): PlainValue | null {
  const entries = new Map<string, YamlEntry>();
  const inside = readBetween(reading, start, level, '}', (position) => {
    const key = readKey(reading, position);
    if (key === null || entries.has(key.entry.value)) return null;
    const value = readLine(reading, afterSpaces(reading.text, key.end), level, true);
    if (value !== null) entries.set(key.entry.value, { key: key.entry, value: value.node });
    return value;
  });
  return inside && { ...inside, node: { kind: 'map', entries, at: reading.span(start, inside.end) } };
}

/** Reads the comma-separated content of brackets. `readOne` keeps each element. */
function readBetween(
  reading: PlainReading,
  start: number,
  level: number,
  close: ']' | '}',
  readOne: (position: number) => PlainValue | null,
): Omit<PlainValue, 'node'> | null {
  if (level > MOST_LEVELS) return null;
  const { text } = reading;
  let size = 1;
  let depth = 0;
  let position = start;
  do {
    // The bracket, or the comma behind the one before.
    position = afterSpaces(text, position + 1);
    reading.tokens += 3;
    const isEmpty = size === 1;
    if (isEmpty && text[position] === close) break;
    const one = readOne(position);
    if (one === null) return null;
    size += one.size;
    depth = Math.max(depth, one.depth);
    position = afterSpaces(text, one.end);
  } while (text[position] === ',');
  return text[position] === close ? { size, depth: depth + 1, end: position + 1 } : null;
}

/** Where what is behind spaces begins. */
export function afterSpaces(text: string, position: number): number {
  return position + (matchAt(SPACES, text, position)?.[0].length ?? 0);
}
