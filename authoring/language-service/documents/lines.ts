import type { Position, PositionEncoding, Range } from '../protocol/types.ts';

/** Positions of one text, in the units that client and server agreed on. */
export interface Lines {
  readonly count: number;
  readonly positionAt: (offset: number) => Position;
  /** A position outside of the text is moved to the nearest one inside it. */
  readonly offsetAt: (position: Position) => number;
  readonly rangeOf: (start: number, end: number) => Range;
  /** Offset at which a line begins. */
  readonly startOf: (line: number) => number;
  /** Offset behind the last character of a line, its ending left out. */
  readonly endOf: (line: number) => number;
}

/** A line ends at a line feed, a carriage return, or both, as the protocol says. */
export function createLines(text: string, encoding: PositionEncoding): Lines {
  const starts = [0];
  for (const ending of text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length);
  const last = starts.length - 1;
  const startOf = (line: number): number => starts[Math.min(line, last)] ?? 0;
  const endOf = (line: number): number => {
    if (line >= last) return text.length;
    const next = startOf(line + 1);
    return text[next - 1] === '\n' && text[next - 2] === '\r' && next - 2 >= startOf(line)
      ? next - 2
      : next - 1;
  };
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const positionAt = (offset: number): Position => {
    const inside = Math.max(0, Math.min(offset, text.length));
    const line = lineAt(inside);
    // A position is never between the two characters of an ending.
    return { line, character: unitsIn(text, startOf(line), Math.min(inside, endOf(line)), encoding) };
  };
  return {
    count: starts.length,
    startOf,
    endOf,
    positionAt,
    rangeOf: (start, end) => ({ start: positionAt(start), end: positionAt(end) }),
    offsetAt({ line, character }) {
      if (!(line >= 0)) return 0;
      if (line > last) return text.length;
      return offsetIn(text, startOf(line), endOf(line), Math.max(0, character || 0), encoding);
    },
  };
}

function unitsIn(text: string, start: number, end: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return end - start;
  let units = 0;
  for (let i = start; i < end; i += widthAt(text, i)) units += unitsAt(text, i, encoding);
  return units;
}

function offsetIn(
  text: string,
  start: number,
  end: number,
  character: number,
  encoding: PositionEncoding,
): number {
  if (encoding === 'utf-16') {
    const offset = Math.min(start + character, end);
    // Never between the halves of one character.
    return offset > start && offset < end && widthAt(text, offset - 1) === 2 ? offset - 1 : offset;
  }
  let units = 0;
  let i = start;
  while (i < end) {
    units += unitsAt(text, i, encoding);
    if (units > character) break;
    i += widthAt(text, i);
  }
  return i;
}

/** UTF-16 units of the character at an offset. */
function widthAt(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

function unitsAt(text: string, offset: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-32') return 1;
  const code = text.codePointAt(offset) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
