import { codePoints } from './code-points.ts';
import { POSIX_CLASSES } from './named-classes.ts';
import { parseCharacterEscape, parseClassEscape } from './parse-escape.ts';
import {
  classUnderFlags,
  hasMore,
  isAt,
  readSince,
  refuse,
  skip,
  take,
  type PatternReader,
} from './pattern-reader.ts';
import type { RegexNode } from './syntax-tree.ts';

/** Reads a character class; the reader is at its `[`. A negated class includes the newline, as in RE2. */
export function parseClass(reader: PatternReader): RegexNode {
  const start = reader.position;
  skip(reader, '[');
  const negated = skip(reader, '^');
  const pairs: number[] = [];
  let first = true;
  while (hasMore(reader) && (first || !isAt(reader, ']'))) {
    first = false;
    pairs.push(...(parsePosixClass(reader) ?? parseEscapeOrRange(reader, start)));
  }
  if (!skip(reader, ']')) refuse(reader, 'missing-bracket', start);
  return { kind: 'set', points: classUnderFlags(reader, codePoints(pairs), negated) };
}

/** `[:name:]` or `[:^name:]`; null when the bracket at the reader starts no such name. */
function parsePosixClass(reader: PatternReader): readonly number[] | null {
  const end = isAt(reader, '[:') ? reader.pattern.indexOf(':]', reader.position + 2) : -1;
  if (end < 0) return null;
  const start = reader.position;
  reader.position = end + 2;
  const name = reader.pattern.slice(start + 2, end);
  const negated = name.startsWith('^');
  const points = POSIX_CLASSES.get(negated ? name.slice(1) : name);
  if (points === undefined) {
    refuse(reader, 'bad-class-name', start, { text: readSince(reader, start) });
    return [];
  }
  return classUnderFlags(reader, points, negated);
}

function parseEscapeOrRange(reader: PatternReader, classStart: number): readonly number[] {
  const escaped = parseClassEscape(reader);
  if (escaped !== null) return escaped;
  const start = reader.position;
  const low = parseCharacter(reader, classStart);
  let high = low;
  if (isAt(reader, '-') && !isAt(reader, '-]')) {
    skip(reader, '-');
    high = parseCharacter(reader, classStart);
  }
  if (high < low) {
    refuse(reader, 'bad-range', start, { text: readSince(reader, start) });
    return [];
  }
  return [low, high];
}

function parseCharacter(reader: PatternReader, classStart: number): number {
  if (!hasMore(reader)) refuse(reader, 'missing-bracket', classStart);
  return isAt(reader, '\\') ? parseCharacterEscape(reader) : (take(reader).codePointAt(0) ?? 0);
}
