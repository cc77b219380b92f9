import { foldCase } from './case-folding.ts';
import { complement, type CodePoints } from './code-points.ts';
import { regexProblem, type RegexProblem, type RegexProblemCode } from './messages.ts';
import type { RegexNode } from './syntax-tree.ts';

/** Bounds what classes like `\pL`, of hundreds of ranges each, add up to. */
const MAX_RANGES = 100_000;

/** Flags in force; `U` is read and dropped, because laziness does not change whether there is a match. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
}

/** The state of one parse. Only the functions of this folder that read a pattern change it. */
export interface PatternReader {
  readonly pattern: string;
  /** UTF-16 offset of the next character. */
  position: number;
  flags: RegexFlags;
  depth: number;
  /** Ranges of characters that named and bracketed classes have brought in so far. */
  ranges: number;
  /** Sets already folded, and Unicode classes already looked up, by their ranges and names: both take milliseconds. */
  readonly folded: Map<string, CodePoints>;
  /** The same by the set itself: to spell the ranges of a large class is not little either. */
  readonly foldedOf: Map<CodePoints, CodePoints>;
  readonly unicode: Map<string, CodePoints | null>;
  readonly names: Set<string>;
  /** The first problem found; reading ends with it. */
  problem: RegexProblem | null;
}

export function createReader(pattern: string): PatternReader {
  const flags: RegexFlags = { ignoreCase: false, dotAll: false, multiline: false };
  return {
    pattern,
    position: 0,
    flags,
    depth: 0,
    ranges: 0,
    folded: new Map(),
    foldedOf: new Map(),
    unicode: new Map(),
    names: new Set(),
    problem: null,
  };
}

export function hasMore(reader: PatternReader): boolean {
  return reader.position < reader.pattern.length;
}

export function isAt(reader: PatternReader, text: string): boolean {
  return reader.pattern.startsWith(text, reader.position);
}

/** Steps over `text` when it comes next. */
export function skip(reader: PatternReader, text: string): boolean {
  if (!isAt(reader, text)) return false;
  reader.position += text.length;
  return true;
}

/** The next character, by code point; the empty string at the end. */
export function take(reader: PatternReader): string {
  const point = reader.pattern.codePointAt(reader.position);
  if (point === undefined) return '';
  const character = String.fromCodePoint(point);
  reader.position += character.length;
  return character;
}

/** The text read since `start`. */
export function readSince(reader: PatternReader, start: number): string {
  return reader.pattern.slice(start, reader.position);
}

/** Notes a problem unless there is one already, and ends the reading: nothing more comes after it. */
export function refuse(
  reader: PatternReader,
  code: RegexProblemCode,
  offset: number,
  parameters: Readonly<Record<string, string | number>> = {},
): void {
  reader.problem ??= regexProblem(code, offset, parameters);
  reader.position = reader.pattern.length;
}

/** A set of characters under the flags in force: folded under `(?i)`, and only then complemented, as in RE2. */
function underFlags(reader: PatternReader, points: CodePoints): CodePoints {
  if (!reader.flags.ignoreCase) return points;
  const known = reader.foldedOf.get(points);
  if (known !== undefined) return known;
  const key = points.join(' ');
  const folded = reader.folded.get(key) ?? foldCase(points);
  reader.folded.set(key, folded);
  reader.foldedOf.set(points, folded);
  return folded;
}

/** A named or bracketed class under the flags in force. */
export function classUnderFlags(reader: PatternReader, points: CodePoints, negated: boolean): CodePoints {
  reader.ranges += points.length / 2;
  if (reader.ranges > MAX_RANGES) refuse(reader, 'too-many-ranges', 0, { limit: MAX_RANGES });
  const folded = underFlags(reader, points);
  return negated ? complement(folded) : folded;
}

/** The character itself, under the flags in force. */
export function literalNode(reader: PatternReader, point: number): RegexNode {
  return { kind: 'set', points: underFlags(reader, [point, point]) };
}
