import type { Source, Span } from './position.ts';

/** Line and column, both from 1. A column counts UTF-16 units, as editors do; a byte order mark has no column. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** The lines of one source text. A line ends at a line feed; a carriage return before it belongs to the ending. */
interface LineIndex {
  readonly lineColumn: (offset: number) => LineColumn;
  /** Text of a line (from 1) without its ending; empty past the end. */
  readonly lineText: (line: number) => string;
}

const BYTE_ORDER_MARK = '\uFEFF';

export function createLineIndex(text: string): LineIndex {
  const starts = [text.startsWith(BYTE_ORDER_MARK) ? 1 : 0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return {
    lineColumn(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
    },
    lineText(line) {
      const start = starts[line - 1];
      if (start === undefined) return '';
      return text.slice(start, starts[line]).replace(/\r?\n$/, '');
    },
  };
}

/** Line indexes of all sources of a compilation, each made on first use. */
export interface Positions {
  readonly of: (span: Span) => LineColumn;
  readonly linesOf: (file: string) => LineIndex;
}

export function createPositions(sources: readonly Source[]): Positions {
  const texts = new Map(sources.map((source) => [source.path, source.text]));
  const indexes = new Map<string, LineIndex>();
  function linesOf(file: string): LineIndex {
    let index = indexes.get(file);
    if (index === undefined) {
      index = createLineIndex(texts.get(file) ?? '');
      indexes.set(file, index);
    }
    return index;
  }
  return { of: (span) => linesOf(span.file).lineColumn(span.start), linesOf };
}
