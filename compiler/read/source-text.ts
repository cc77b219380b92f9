import type { Source, Span } from '../diagnostics/position.ts';
import type { SourceText } from '../syntax.ts';
import type { YamlScalar } from './yaml-node.ts';

/** Offset in the file of each character of the text and, last, of its end. */
type Offsets = readonly number[];

/**
 * The scalar as source text whose parts can be found again in the file. They are found from where the scalar is, so that
 * they move with it.
 */
export function createSourceText(node: YamlScalar, source: Source): SourceText {
  const { at } = node;
  const { text } = node.scalar;
  const first = verbatimStart(node, source.text);
  if (first !== null) return verbatim(node, first - at.start);
  const written = { ...node, at: { ...at } };
  let offsets: Offsets | null | undefined;
  return {
    text,
    at,
    spanOf(start, end) {
      if (offsets === undefined) offsets = align(written, source.text);
      const from = offsets?.[start];
      const to = offsets?.[end];
      const moved = at.start - written.at.start;
      return from === undefined || to === undefined
        ? at
        : { file: at.file, start: from + moved, end: to + moved };
    },
  };
}

/** Start of a text that the file contains verbatim, as most are; null for others. */
function verbatimStart({ scalar: { text }, style, at }: YamlScalar, file: string): number | null {
  if (style === 'literal' || style === 'folded') return null;
  const quote = style === 'plain' ? 0 : 1;
  const start = at.start + quote;
  return start + text.length + quote === at.end && file.startsWith(text, start) ? start : null;
}

/** @param lead characters of the file before the text, from the start of the scalar */
function verbatim({ scalar: { text }, at }: YamlScalar, lead: number): SourceText {
  return {
    text,
    at,
    spanOf: (start, end) =>
      start < 0 || Math.max(start, end) > text.length
        ? at
        : { file: at.file, start: at.start + lead + start, end: at.start + lead + end },
  };
}

/** Null where text and file do not agree. */
function align(node: YamlScalar, file: string): Offsets | null {
  const { text } = node.scalar;
  if (node.style === 'literal') return alignLiteral(text, file, node.at);
  const written = file.slice(node.at.start, node.at.end);
  if (node.style === 'folded' || written.includes('\n')) return alignFolded(node, file);
  if (node.style === 'plain') return null;
  return alignQuoted(text, file, node);
}

/** Between the quotes each character means itself, except for the escapes of the style. */
function alignQuoted(text: string, file: string, node: YamlScalar): Offsets | null {
  const offsets: number[] = [];
  const end = node.at.end - 1;
  let position = node.at.start + 1;
  while (position < end) {
    const length =
      node.style === 'single-quoted' ? singleLength(file, position) : doubleLength(file, position);
    offsets.push(position);
    // An escape may mean a pair of surrogates: both halves are found at the escape.
    if (length === 10 && (text.codePointAt(offsets.length - 1) ?? 0) > 0xffff) offsets.push(position);
    position += length;
  }
  offsets.push(end);
  return offsets.length === text.length + 1 ? offsets : null;
}

/** In single quotes only a doubled quote is more than one character of the file. */
function singleLength(file: string, position: number): number {
  return file[position] === "'" ? 2 : 1;
}

function doubleLength(file: string, position: number): number {
  if (file[position] !== '\\') return 1;
  switch (file[position + 1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}

/** Aligns a scalar over several lines: a space in the text is any white space in the file, everything else is verbatim. */
function alignFolded({ scalar: { text }, style, at }: YamlScalar, file: string): Offsets | null {
  const offsets: number[] = [];
  let position = at.start;
  if (style === 'folded') {
    const header = file.indexOf('\n', at.start);
    if (header === -1) return null;
    position = header;
  } else if (style !== 'plain') position++;
  if (!isBlank(text[0])) position = afterBlanks(file, position);
  for (let i = 0; i < text.length; i++) {
    const isContinued = style === 'double-quoted' && /^\\\r?\n/.test(file.slice(position, position + 3));
    if (isContinued) position = afterBlanks(file, position + 1);
    if (isBlank(text[i])) {
      if (position < file.length && !isBlank(file[position])) return null;
      offsets.push(position);
      if (!isBlank(text[i + 1])) position = afterBlanks(file, position);
      else if (isBlank(file[position + 1])) position++;
      continue;
    }
    const length = lengthOf(style, file, position);
    if (length === 1 && file[position] !== text[i]) return null;
    offsets.push(position);
    if (length === 10 && (text.codePointAt(i) ?? 0) > 0xffff && ++i < text.length) offsets.push(position);
    position += length;
  }
  offsets.push(Math.min(position, file.length));
  return offsets;
}

function lengthOf(style: YamlScalar['style'], file: string, position: number): number {
  if (style === 'single-quoted') return singleLength(file, position);
  return style === 'double-quoted' ? doubleLength(file, position) : 1;
}

const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t';

function afterBlanks(file: string, start: number): number {
  let position = start;
  while (isBlank(file[position])) position++;
  return position;
}

/** A literal block scalar is the lines below its header without their common indentation. */
function alignLiteral(text: string, file: string, at: Span): Offsets | null {
  const lines = text.split('\n');
  const header = file.indexOf('\n', at.start);
  if (file[at.start] !== '|' || header === -1) return null;
  const offsets: number[] = [];
  let indent: number | null = null;
  let lineStart = header + 1;
  for (const [i, line] of lines.entries()) {
    const written = file.slice(lineStart, endOfLine(file, lineStart));
    if (line !== '') indent ??= written.length - line.length;
    const skipped = line === '' ? 0 : (indent ?? 0);
    const isEnd = i === lines.length - 1 && line === '';
    if (!isEnd && written.slice(skipped).trimEnd() !== line.trimEnd()) return null;
    for (let column = 0; column <= line.length; column++) {
      offsets.push(Math.min(lineStart + skipped + column, file.length));
    }
    lineStart = startOfNextLine(file, lineStart);
  }
  return offsets;
}

function startOfNextLine(file: string, start: number): number {
  const end = file.indexOf('\n', start);
  return end === -1 ? file.length : end + 1;
}

function endOfLine(file: string, start: number): number {
  const end = file.indexOf('\n', start);
  if (end === -1) return file.length;
  return end > start && file[end - 1] === '\r' ? end - 1 : end;
}
