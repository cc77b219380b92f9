import { ALL, complement } from './code-points.ts';
import type { RegexProblem } from './messages.ts';
import { parseClass } from './parse-class.ts';
import { parseCharacterEscape, parseClassEscape, takeMatch } from './parse-escape.ts';
import { parseGroupOpening } from './parse-group.ts';
import {
  createReader,
  hasMore,
  isAt,
  literalNode,
  readSince,
  refuse,
  skip,
  take,
  type PatternReader,
} from './pattern-reader.ts';
import { EMPTY, type AssertionKind, type RegexNode } from './syntax-tree.ts';

/** RE2's bound on a counted repetition. */
const MAX_REPEAT = 1000;
/** Far below RE2's 1000, so that no phase that walks the tree recursively comes near the end of the stack. */
const MAX_DEPTH = 250;
/** UTF-16 units. */
const MAX_PATTERN_LENGTH = 10_000;

export type ParsedRegex =
  { readonly ok: true; readonly tree: RegexNode } | { readonly ok: false; readonly problem: RegexProblem };

/** Parses RE2 syntax (docs/reference/regex.md); the first problem ends it. */
export function parseRegex(pattern: string): ParsedRegex {
  const reader = createReader(pattern);
  if (pattern.length > MAX_PATTERN_LENGTH) {
    refuse(reader, 'too-long', MAX_PATTERN_LENGTH, { limit: MAX_PATTERN_LENGTH });
  }
  const tree = parseAlternation(reader);
  if (hasMore(reader)) refuse(reader, 'unexpected-parenthesis', reader.position);
  return reader.problem === null ? { ok: true, tree } : { ok: false, problem: reader.problem };
}

function parseAlternation(reader: PatternReader): RegexNode {
  const branches = [parseSequence(reader)];
  while (skip(reader, '|')) branches.push(parseSequence(reader));
  return branches.length === 1 ? branches[0]! : { kind: 'alternation', branches };
}

function parseSequence(reader: PatternReader): RegexNode {
  const parts: RegexNode[] = [];
  let repeated = false;
  while (hasMore(reader) && !isAt(reader, '|') && !isAt(reader, ')')) {
    const start = reader.position;
    const count = parseCount(reader);
    if (count === null) parts.push(...parseAtom(reader));
    else repeatLast(reader, parts, count, start, repeated);
    repeated = count !== null;
  }
  return parts.length === 0 ? EMPTY : parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
}

interface Count {
  readonly min: number;
  readonly max: number | null;
}

const SIMPLE_COUNTS: ReadonlyMap<string, Count> = new Map([
  ['*', { min: 0, max: null }],
  ['+', { min: 1, max: null }],
  ['?', { min: 0, max: 1 }],
]);
const COUNT = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;

/** A repetition operator with its `?` for lazy; null (nothing read) when none comes. Other braces are literal. */
function parseCount(reader: PatternReader): Count | null {
  const start = reader.position;
  let count = SIMPLE_COUNTS.get(reader.pattern.charAt(start)) ?? null;
  if (count !== null) {
    reader.position++;
  } else {
    const match = isAt(reader, '{') ? takeMatch(reader, COUNT) : null;
    if (match === null) return null;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === undefined ? null : Number(match[3]);
    if (min > MAX_REPEAT || (max !== null && (max > MAX_REPEAT || max < min))) {
      refuse(reader, 'bad-repeat-count', start, { text: match[0] });
    }
    count = { min, max };
  }
  skip(reader, '?');
  return count;
}

function repeatLast(
  reader: PatternReader,
  parts: RegexNode[],
  count: Count,
  start: number,
  repeated: boolean,
): void {
  const text = readSince(reader, start);
  const part = parts.pop();
  if (repeated && text === '+')
    refuse(reader, 'needs-backtracking', start, { text, what: 'a possessive repetition' });
  else if (repeated) refuse(reader, 'nested-repeat', start, { text });
  if (part === undefined) refuse(reader, 'missing-repeat-argument', start, { text });
  else parts.push(repeat(part, count, start));
}

/** One repetition for two of `*`, `+`, `?` right inside each other, so that no chain of them nests deeply. */
function repeat(part: RegexNode, count: Count, offset: number): RegexNode {
  if (part.kind !== 'repeat' || !isSimple(part) || !isSimple(count))
    return { kind: 'repeat', part, ...count, offset };
  const max = part.max === null || count.max === null ? null : 1;
  return { kind: 'repeat', part: part.part, min: part.min * count.min, max, offset };
}

function isSimple({ min, max }: Count): boolean {
  return min <= 1 && (max === null || max === 1);
}

/** One part of a sequence; several for `\Q…\E`, none for `(?i)`. */
function parseAtom(reader: PatternReader): readonly RegexNode[] {
  switch (reader.pattern.charAt(reader.position)) {
    case '(':
      return parseGroup(reader);
    case '[':
      return [parseClass(reader)];
    case '\\':
      return parseEscape(reader);
    case '.':
      skip(reader, '.');
      return [{ kind: 'set', points: reader.flags.dotAll ? ALL : complement([0x0a, 0x0a]) }];
    case '^':
      skip(reader, '^');
      return [{ kind: 'assertion', assertion: reader.flags.multiline ? 'line-start' : 'text-start' }];
    case '$':
      skip(reader, '$');
      return [{ kind: 'assertion', assertion: reader.flags.multiline ? 'line-end' : 'text-end' }];
    default:
      return literals(reader, take(reader));
  }
}

function parseGroup(reader: PatternReader): readonly RegexNode[] {
  const start = reader.position;
  const flags = reader.flags;
  if (!parseGroupOpening(reader)) return [];
  reader.depth++;
  if (reader.depth > MAX_DEPTH) refuse(reader, 'too-deep', start, { limit: MAX_DEPTH });
  const inner = parseAlternation(reader);
  if (!skip(reader, ')')) refuse(reader, 'missing-parenthesis', start);
  reader.depth--;
  reader.flags = flags;
  return [inner];
}

const ASSERTION_ESCAPES: ReadonlyMap<string, AssertionKind> = new Map([
  ['A', 'text-start'],
  ['z', 'text-end'],
  ['b', 'word-boundary'],
  ['B', 'no-word-boundary'],
]);

function parseEscape(reader: PatternReader): readonly RegexNode[] {
  const assertion = ASSERTION_ESCAPES.get(reader.pattern.charAt(reader.position + 1));
  if (assertion !== undefined) {
    reader.position += 2;
    return [{ kind: 'assertion', assertion }];
  }
  if (skip(reader, '\\Q')) return parseQuoted(reader);
  const points = parseClassEscape(reader);
  if (points !== null) return [{ kind: 'set', points }];
  return [literalNode(reader, parseCharacterEscape(reader))];
}

/** The text up to `\E` or the end, literally. */
function parseQuoted(reader: PatternReader): readonly RegexNode[] {
  const start = reader.position;
  const end = reader.pattern.indexOf('\\E', start);
  reader.position = end < 0 ? reader.pattern.length : end;
  const quoted = readSince(reader, start);
  skip(reader, '\\E');
  return literals(reader, quoted);
}

function literals(reader: PatternReader, text: string): readonly RegexNode[] {
  return Array.from(text, (character) => literalNode(reader, character.codePointAt(0)!));
}
